/** Event on `window`; the shell opens the customizer. */
export const OPEN_CUSTOMIZER = 'open-customizer';

export const openCustomizer = (): void => void dispatchEvent(new Event(OPEN_CUSTOMIZER));
