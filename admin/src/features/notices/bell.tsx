import { useEffect, useState, type CSSProperties } from 'react';
import { BellOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { resourceKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { later } from '@/components/later';

/** As Refine begins the keys of what it reads, so that what is told live is asked for again (app/live/refresher.ts). */
export const NOTICES = resourceKey('notices');
/** Where nothing is told live. */
const LOOK_MS = 5 * 60_000;
/** What the page itself shows comes first; by then there is a stream, and nothing is told unheard. */
const AFTER_MS = 3_000;
/** More is told as more: it would not fit. */
const COUNTED = 99;

const NoticeDrawer = later(() => import('./notice-drawer').then((m) => m.NoticeDrawer));

/** How much the signed-in person has not read, and the drawer that tells it. */
export function Bell() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const { data } = useApiQuery('notices/unread', {}, { refetchInterval: LOOK_MS, enabled: ready });
  const unread = data?.unread ?? 0;
  const shown = unread > COUNTED ? `${COUNTED}+` : String(unread);
  return (
    <>
      <button
        type="button"
        className="sg-icon-button"
        style={{ position: 'relative' }}
        aria-label={unread ? t('shell.notices_unread', { shown }) : t('shell.notices')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <BellOutlined aria-hidden />
        {unread > 0 && (
          <span aria-hidden className="sg-tiny" style={COUNT}>
            {shown}
          </span>
        )}
      </button>
      {open && <NoticeDrawer onClose={() => setOpen(false)} />}
    </>
  );
}

const COUNT: CSSProperties = {
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
