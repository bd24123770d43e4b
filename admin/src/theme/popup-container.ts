/**
 * Container of antd's popups: the dialog of the trigger, else its landmark, so that keyboard and screen reader users
 * reach them. Called without a trigger, or with the body, for dialogs: those go into the body.
 */
export const findPopupContainer = (trigger?: HTMLElement): HTMLElement =>
  // Not the modal's wrapper: it ignores clicks.
  trigger?.closest<HTMLElement>('.ant-modal-content, [role=dialog], dialog, main, header, aside') ?? document.body;
