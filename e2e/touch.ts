// What a thumb and an eye need of a narrow screen.
import type { Page } from "playwright/test";

const LEAST = 44;

/**
 * Controls smaller than a thumb, as "name: width x height". A link within a sentence is as high as its line; a control inside
 * another's label is as large as the label; what is only for the keyboard or not shown is none.
 */
export const targetsTooSmall = (page: Page): Promise<string[]> =>
  page.evaluate((least) => {
    const controls =
      "a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch], [role=checkbox], [role=radio], [role=combobox], [role=menuitem]";
    const isShown = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const isForKeysAlone = getComputedStyle(element).clipPath !== "none";
      return (
        !isForKeysAlone &&
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      );
    };
    const isInSentence = (element: Element) => {
      const isText = getComputedStyle(element).display.startsWith("inline") && element.matches("a, button");
      const around = element.parentElement?.textContent?.trim() ?? "";
      return isText && getComputedStyle(element).display === "inline" && around !== element.textContent?.trim();
    };
    const areaOf = (element: Element) => {
      const area = element.closest("label") ?? element;
      const own = area.getBoundingClientRect();
      const before = getComputedStyle(area, "::before");
      const after = getComputedStyle(area, "::after");
      // An area that reaches beyond what is seen is drawn by a pseudo-element.
      const reach = (size: "width" | "height") =>
        Math.max(
          own[size],
          ...[before, after]
            .filter(({ position, content }) => position === "absolute" && content !== "none")
            .map((style) => Number.parseFloat(style[size]) || 0),
        );
      return { width: reach("width"), height: reach("height") };
    };
    return [...document.querySelectorAll(controls)]
      .filter(
        (element) => isShown(element) && !element.closest("[aria-hidden=true], [inert]") && !isInSentence(element),
      )
      .filter((element) => !element.matches("input[type=hidden], :disabled"))
      .flatMap((element) => {
        const { width, height } = areaOf(element);
        if (width >= least - 0.5 && height >= least - 0.5) return [];
        const name = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40) ?? "";
        return [`${element.tagName.toLowerCase()} ${name}: ${Math.round(width)} x ${Math.round(height)}`];
      });
  }, LEAST);

/** Texts of which something is cut off at the side, as they stand in the page. */
export const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("body *")].flatMap((element) => {
      const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
      const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1;
      if (
        !isCut ||
        clipPath !== "none" ||
        !element.checkVisibility() ||
        (overflowX !== "hidden" && overflowX !== "clip")
      )
        return [];
      if (textOverflow !== "ellipsis" && !element.textContent?.trim()) return [];
      return [element.textContent?.trim().slice(0, 60) ?? ""];
    }),
  );
