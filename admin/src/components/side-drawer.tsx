import { useEffect, useState } from 'react';
import { Drawer, type DrawerProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { endSide, useNarrow } from './use-narrow';

const WIDTH_PX = 640;

/** What stands beside a page, at the end of its lines: all of a phone's width, else `width` pixels. */
export function SideDrawer({ width = WIDTH_PX, ...props }: Omit<DrawerProps, 'placement' | 'closable'>) {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);
  useEffect(() => {
    const drawer = panel?.closest<HTMLElement>('.ant-drawer');
    if (!drawer) return;
    // antd keeps the focus within by two stops that nobody sees.
    for (const edge of drawer.querySelectorAll<HTMLElement>('[data-sentinel]')) edge.tabIndex = -1;
    drawer.addEventListener('keydown', keepWithin);
    return () => drawer.removeEventListener('keydown', keepWithin);
  }, [panel]);
  return (
    <Drawer
      open
      panelRef={setPanel}
      rootClassName="kit-drawer"
      {...props}
      // A list or a calendar that opens in it may be larger than it; what scrolls is its body.
      styles={{ ...props.styles, content: { overflow: 'visible' } }}
      width={narrow ? '100%' : width}
      placement={endSide(i18n.dir())}
      closable={{ 'aria-label': t('kit.close') }}
    />
  );
}

const STOPS = 'a[href], button, input, select, textarea, summary, [tabindex]';

/** Tab goes from the last stop to the first, and back. What opens over the drawer says what Tab does there by itself. */
function keepWithin(event: KeyboardEvent): void {
  const drawer = event.currentTarget as HTMLElement;
  const from = event.target as HTMLElement;
  if (event.key !== 'Tab' || from.closest('.ant-picker-dropdown')) return;
  const stops = [...drawer.querySelectorAll<HTMLElement>(STOPS)].filter(
    (stop) => stop.tabIndex >= 0 && !stop.matches(':disabled') && stop.checkVisibility({ visibilityProperty: true }),
  );
  const [first, last] = [stops[0], stops.at(-1)];
  if (from !== (event.shiftKey ? first : last) && !(from === drawer && event.shiftKey)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
