import { useEffect, useState, type CSSProperties } from 'react';
import { BellOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { resourceKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { lazyComponent } from '@/components/lazy-component';

/** Starts like Refine's query keys, so that live events refetch it (app/live/live-refresher.ts). */
export const NOTICES_KEY = resourceKey('notices');
/** Fallback when live events do not arrive. */
const POLL_MS = 5 * 60_000;
/** Lets the page load first; by then the live stream is open, so no event is missed. */
const START_DELAY_MS = 3_000;
/** Above this the badge shows "99+". */
const MAX_COUNT = 99;

const NoticeDrawer = lazyComponent(() => import('./notice-drawer').then((m) => m.NoticeDrawer));

/** Header button with the number of unread notices; opens their drawer. */
export function Bell() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), START_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useApiQuery('notices/unread', {}, { refetchInterval: POLL_MS, enabled: isReady });
  const unread = data?.unread ?? 0;
  const countText = unread > MAX_COUNT ? `${MAX_COUNT}+` : String(unread);
  return (
    <>
      <button
        type="button"
        className="sg-icon-button"
        style={{ position: 'relative' }}
        aria-label={unread ? t('shell.notices_unread', { shown: countText }) : t('shell.notices')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellOutlined aria-hidden />
        {unread > 0 && (
          <span aria-hidden className="sg-tiny" style={COUNT_STYLE}>
            {countText}
          </span>
        )}
      </button>
      {open && <NoticeDrawer onClose={() => setOpen(false)} />}
    </>
  );
}

const COUNT_STYLE: CSSProperties = {
  position: 'absolute',
  insetBlockStart: 2,
  insetInlineEnd: 0,
  minInlineSize: 18,
  paddingInline: 4,
  borderRadius: 9,
  lineHeight: '18px',
  background: 'var(--sg-primary)',
  color: '#fff',
};
