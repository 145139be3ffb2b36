import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useSaveForm } from "@/app/_form/use-save-form";
import { CommentArea, sendingText } from "./comment-area";

interface Props {
  autoFocus?: boolean;
}

function Form(props: Props) {
  const form = useSaveForm({ initial: { comment: "" }, save: sendingText("Write a reply first.", async () => {}) });
  return <CommentArea people={[]} form={form} label="Reply" className="" {...props} />;
}

test.each<[string, Props, boolean]>([
  ["that is opened takes the focus", {}, true],
  ["that is there again leaves the focus where it is", { autoFocus: false }, false],
])("a comment %s", (_, props, takesFocus) => {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <Form {...props} />
    </QueryClientProvider>,
  );
  expect(markup.includes("autofocus")).toBe(takesFocus);
});
