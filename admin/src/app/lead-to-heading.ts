/**
 * Gives the focus to the page's heading, at once, or when it comes: until then the focus waits in the page around it. A file
 * of its own, for no first page needs it. @returns what stops waiting
 */
export function leadToHeading(): () => void {
  const isThere = (): boolean => {
    const main = document.querySelector('main');
    const now = document.activeElement;
    const isNowhere = now === null || now === document.body || now === main;
    // What the page itself gave the focus to, a field or a dialog, keeps it.
    if (!isNowhere && (main?.contains(now) || now.closest('[role=dialog], dialog'))) return true;
    const headings = [...(main?.querySelectorAll('h1') ?? [])];
    const heading = headings.findLast((each) => each.checkVisibility());
    if (heading) take(heading);
    else if (main) take(main);
    return heading !== undefined;
  };
  if (isThere()) return () => undefined;
  const watch = new MutationObserver(() => {
    if (isThere()) watch.disconnect();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  return () => watch.disconnect();
}

function take(element: HTMLElement): void {
  if (element === document.activeElement) return;
  element.tabIndex = -1;
  // Where a page begins is the scroll restoration's.
  element.focus({ preventScroll: true });
}
