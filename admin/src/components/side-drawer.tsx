import { useEffect, useState } from 'react';
import { Drawer, type DrawerProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { drawerPlacement, useIsMobile } from './use-is-mobile';

const WIDTH_PX = 640;

/** A drawer at the end side: full width on phones, else `width` pixels. */
export function SideDrawer({ width = WIDTH_PX, ...props }: Omit<DrawerProps, 'placement' | 'closable'>) {
  const { t, i18n } = useTranslation();
  const isMobile = useIsMobile();
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    const drawer = panel?.closest<HTMLElement>('.ant-drawer');
    if (!drawer) return;
    // antd's focus trap uses two invisible tab stops.
    for (const sentinel of drawer.querySelectorAll<HTMLElement>('[data-sentinel]')) sentinel.tabIndex = -1;
    drawer.addEventListener('keydown', trapTabFocus);
    return () => drawer.removeEventListener('keydown', trapTabFocus);
  }, [panel]);
  return (
    <Drawer
      open
      panelRef={setPanel}
      rootClassName="kit-drawer"
      {...props}
      // Popups inside may be larger than the drawer; only its body scrolls.
      styles={{ ...props.styles, content: { overflow: 'visible' } }}
      width={isMobile ? '100%' : width}
      placement={drawerPlacement(i18n.dir())}
      closable={{ 'aria-label': t('kit.close') }}
    />
  );
}

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Tab cycles within the drawer. Calendars handle Tab themselves. */
function trapTabFocus(event: KeyboardEvent): void {
  const drawer = event.currentTarget as HTMLElement;
  const target = event.target as HTMLElement;
  if (event.key !== 'Tab' || target.closest('.ant-picker-dropdown')) return;
  const stops = [...drawer.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility({ visibilityProperty: true }),
  );
  const [first, last] = [stops[0], stops.at(-1)];
  if (target !== (event.shiftKey ? first : last) && !(target === drawer && event.shiftKey)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
