/**
 * What an antd popup is put into: the dialog that its trigger stands in, or else the landmark, so that nobody who walks by
 * landmarks or within a dialog loses it. Dialogs, which antd asks for as well, by nothing or by the body, stand in the body.
 */
export const popupPlace = (trigger?: HTMLElement): HTMLElement =>
  // Within a modal box: the dialog around it takes no clicks.
  trigger?.closest<HTMLElement>('.ant-modal-content, [role=dialog], dialog, main, header, aside') ?? document.body;
