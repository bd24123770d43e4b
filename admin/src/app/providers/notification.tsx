import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import { CloseOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TOAST_CONTAINER_ID } from '@/layout/toast-container';

/** Toasts: 5 s, top right in every language, newest on top (specification §9); see layout/toast-container.tsx. */
const TOAST_SECONDS = 5;

/** Config for `<App notification>`; a stack threshold puts the newest on top. `close`: label of the close button. */
export const toastConfig = (close: string) => ({
  closeIcon: <CloseOutlined className="ant-notification-close-icon" aria-label={close} />,
  placement: 'topRight' as const,
  duration: TOAST_SECONDS,
  stack: { threshold: 4 },
  getContainer: () => document.getElementById(TOAST_CONTAINER_ID) ?? document.body,
});

function UndoToast({ until, onUndo }: { until: number; onUndo: () => void }): ReactNode {
  const { t } = useTranslation();
  const [secondsLeft, setSecondsLeft] = useState(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
  useEffect(() => {
    const timer = setInterval(() => setSecondsLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <Button size="small" onClick={onUndo} disabled={secondsLeft === 0}>
      {t('shell.undo', { seconds: secondsLeft })}
    </Button>
  );
}

/** Must be used below `<App>`. */
export function useNotificationProvider(): NotificationProvider {
  const { notification } = App.useApp();
  return {
    open: (params: OpenNotificationParams) => {
      const { key, message, description, type, undoableTimeout, cancelMutation } = params;
      // Refine sends success as description + message; we show the description as title.
      const shared = { ...(key ? { key } : {}), message: description || message, role: 'status' as const };
      if (type === 'progress') {
        const seconds = undoableTimeout ?? TOAST_SECONDS;
        notification.info({
          ...shared,
          message,
          duration: seconds,
          actions: (
            <UndoToast
              until={Date.now() + seconds * 1000}
              onUndo={() => {
                cancelMutation?.();
                if (key) notification.destroy(key);
              }}
            />
          ),
        });
        return;
      }
      const body = description && message && description !== message ? { description: message } : {};
      const isSuccess = type === 'success';
      // Success toasts always disappear; errors stay while hovered.
      notification[type]({
        ...shared,
        ...body,
        pauseOnHover: !isSuccess,
        ...(!isSuccess && { role: 'alert' as const }),
      });
    },
    close: (key: string) => notification.destroy(key),
  };
}
