import { useEffect, useRef } from 'react';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { SESSION_EXPIRED } from '@/api/http';

/**
 * Asks before unsaved changes are lost: closing the drawer, links, Back, closing the tab. `release()` allows the next
 * navigation (after saving).
 * @param textsKey prefix of the dialog's texts: `title`, `text`, `discard`, `stay`
 */
export function useLeaveGuard(dirty: boolean, onDiscard: () => void, textsKey = 'kit.leave') {
  const isGuarded = useRef(dirty);
  isGuarded.current = dirty;
  const isReleased = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!isGuarded.current || isReleased.current) return false;
    const isSameParam = (key: string) =>
      new URLSearchParams(currentLocation.search).get(key) === new URLSearchParams(nextLocation.search).get(key);
    return currentLocation.pathname !== nextLocation.pathname || !isSameParam('edit');
  });
  useEffect(() => {
    const handleBeforeUnload = (event: BeforeUnloadEvent) => {
      if (isGuarded.current && !isReleased.current) event.preventDefault();
    };
    // The session has expired: the page may be left, the draft is stored.
    const handleSessionExpired = () => (isReleased.current = true);
    addEventListener('beforeunload', handleBeforeUnload);
    addEventListener(SESSION_EXPIRED, handleSessionExpired, { capture: true });
    return () => {
      removeEventListener('beforeunload', handleBeforeUnload);
      removeEventListener(SESSION_EXPIRED, handleSessionExpired, { capture: true });
    };
  }, []);
  const dialog = (
    <LeaveDialog
      textsKey={textsKey}
      open={blocker.state === 'blocked'}
      stay={() => blocker.reset?.()}
      leave={() => {
        onDiscard();
        blocker.proceed?.();
      }}
    />
  );
  return { dialog, release: () => (isReleased.current = true) };
}

function LeaveDialog(props: { textsKey: string; open: boolean; stay: () => void; leave: () => void }) {
  const { textsKey, open, stay, leave } = props;
  const { t } = useTranslation();
  return (
    <Modal
      open={open}
      title={t(`${textsKey}.title`)}
      onCancel={stay}
      width={440}
      footer={[
        <Button key="leave" danger onClick={leave}>
          {t(`${textsKey}.discard`)}
        </Button>,
        <Button key="stay" type="primary" autoFocus onClick={stay}>
          {t(`${textsKey}.stay`)}
        </Button>,
      ]}
    >
      <p>{t(`${textsKey}.text`)}</p>
    </Modal>
  );
}
