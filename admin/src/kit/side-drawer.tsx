import { Drawer, type DrawerProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { endSide, useNarrow } from './use-narrow';

const WIDTH_PX = 640;

/** What stands beside a page, at the end of its lines: all of a phone's width, else `width` pixels. */
export function SideDrawer({ width = WIDTH_PX, ...props }: Omit<DrawerProps, 'placement' | 'closable'>) {
  const { t, i18n } = useTranslation();
  const narrow = useNarrow();
  return (
    <Drawer
      open
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
