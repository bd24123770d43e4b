/**
 * Focuses the page's heading as soon as it exists, until then `main`. A chunk that the first page does not need.
 * @returns a function that stops waiting
 */
export function focusHeading(): () => void {
  const tryFocusHeading = (): boolean => {
    const main = document.querySelector('main');
    const activeElement = document.activeElement;
    const hasNoFocus = activeElement === null || activeElement === document.body || activeElement === main;
    // Keeps the focus that the page itself has set, on a field or a dialog.
    if (!hasNoFocus && (main?.contains(activeElement) || activeElement.closest('[role=dialog], dialog'))) return true;
    const headings = [...(main?.querySelectorAll('h1') ?? [])];
    const heading = headings.findLast((each) => each.checkVisibility());
    if (heading) focusElement(heading);
    else if (main) focusElement(main);
    return heading !== undefined;
  };
  if (tryFocusHeading()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (tryFocusHeading()) observer.disconnect();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

function focusElement(element: HTMLElement): void {
  if (element === document.activeElement) return;
  element.tabIndex = -1;
  // Scrolling is left to the scroll restoration.
  element.focus({ preventScroll: true });
}
