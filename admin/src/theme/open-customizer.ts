/** The shell shows the customizer, whoever asks for it. */
export const OPEN_CUSTOMIZER = 'open-customizer';

export const openCustomizer = (): void => void dispatchEvent(new Event(OPEN_CUSTOMIZER));
