import { useBreakpoint } from '@/theme/layout-options';

/** True at 767 px or less: tables become cards and drawers use the full width. */
export const useIsMobile = (): boolean => useBreakpoint() === 'menu';

/** Drawers open at the end side; antd only knows left and right. */
export const drawerPlacement = (direction: 'ltr' | 'rtl'): 'left' | 'right' => (direction === 'rtl' ? 'left' : 'right');
