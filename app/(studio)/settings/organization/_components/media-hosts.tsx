"use client";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "@/app/_components/loaded";
import { TextareaField } from "@/app/_form/fields";
import { useSaveForm, withInput } from "@/app/_form/use-save-form";
import { toast } from "@/app/_ui/feedback/toast";
import { mediaHostsQuery, setMediaHosts } from "@/lib/client/queues/media";
import { FormSkeleton } from "../../_components/form-skeleton";
import { SettingsForm } from "../../_components/settings-form";

const hostsIn = (text: string): string[] => text.split(/[\s,]+/).filter((host) => host !== "");

/** From where annotators load images, recordings, videos and PDF files. */
export const MediaHosts = () => (
  <Loaded
    found={useQuery(mediaHostsQuery())}
    problem="The media hosts could not be loaded"
    skeleton={<FormSkeleton fields={1} />}
  >
    {({ hosts }) => <HostsForm key={hosts.join()} hosts={hosts} />}
  </Loaded>
);

function HostsForm({ hosts }: { hosts: readonly string[] }) {
  const saved = hosts.join("\n");
  const form = useSaveForm({
    initial: { hosts: saved },
    save: withInput(setMediaHosts, (values: { hosts: string }) => ({ hosts: hostsIn(values.hosts) })),
    onSaved: () => toast.done({ title: "Media hosts saved" }),
  });
  return (
    <SettingsForm
      title="Media hosts"
      description="The desk loads images, recordings, videos and PDF files from these hosts only, through this server, when an item or the instructions name them. Such a host learns which files are opened."
      action="Save hosts"
      form={form}
      idle={hostsIn(form.values.hosts).join("\n") === saved}
    >
      <TextareaField
        form={form}
        name="hosts"
        label="Hosts"
        hint="One on each line, such as cdn.example.com, or *.example.com for all hosts below one. Empty: nothing is loaded."
        rows={4}
      />
    </SettingsForm>
  );
}
