import { useBand } from '@/theme/layout-options';

/** At 767 px or less tables become cards and drawers take the whole width. */
export const useNarrow = (): boolean => useBand() === 'menu';

/** A drawer comes from where the line ends; antd knows only left and right. */
export const endSide = (direction: 'ltr' | 'rtl'): 'left' | 'right' => (direction === 'rtl' ? 'left' : 'right');
