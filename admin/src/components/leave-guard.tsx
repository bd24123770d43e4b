import { useEffect, useRef } from 'react';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router';
import { SESSION_EXPIRED } from '@/api/http';

/**
 * Asks before unsaved changes are lost, whichever way the user leaves: the drawer's close, a link, Back, or the tab.
 * `release()` lets the next navigation through (after saving). `textsKey`: where other words than "what you typed" stand
 * (`title`, `text`, `discard`, `stay`).
 */
export function useLeaveGuard(dirty: boolean, onDiscard: () => void, textsKey = 'kit.leave') {
  const guarded = useRef(dirty);
  guarded.current = dirty;
  const released = useRef(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    if (!guarded.current || released.current) return false;
    const same = (key: string) =>
      new URLSearchParams(currentLocation.search).get(key) === new URLSearchParams(nextLocation.search).get(key);
    return currentLocation.pathname !== nextLocation.pathname || !same('edit');
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (guarded.current && !released.current) event.preventDefault();
    };
    // The session is over: the page leaves whatever is typed here, and the draft is kept.
    const letGo = () => (released.current = true);
    addEventListener('beforeunload', ask);
    addEventListener(SESSION_EXPIRED, letGo, { capture: true });
    return () => {
      removeEventListener('beforeunload', ask);
      removeEventListener(SESSION_EXPIRED, letGo, { capture: true });
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
  return { dialog, release: () => (released.current = true) };
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
