import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import { CloseOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { TOAST_PLACE } from '@/layout/toast-place';

/** Toasts: 5 s, top right in every language, newest on top (specification §9); how far down: layout/toast-place.tsx. */
const TOAST_SECONDS = 5;

/** What `<App notification>` wants; the stack with a threshold is what puts the newest on top. @param close what its cross is called */
export const toastConfig = (close: string) => ({
  closeIcon: <CloseOutlined className="ant-notification-close-icon" aria-label={close} />,
  placement: 'topRight' as const,
  duration: TOAST_SECONDS,
  stack: { threshold: 4 },
  getContainer: () => document.getElementById(TOAST_PLACE) ?? document.body,
});

function UndoToast({ until, onUndo }: { until: number; onUndo: () => void }): ReactNode {
  const { t } = useTranslation();
  const [left, setLeft] = useState(Math.max(0, Math.ceil((until - Date.now()) / 1000)));
  useEffect(() => {
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <Button size="small" onClick={onUndo} disabled={left === 0}>
      {t('shell.undo', { seconds: left })}
    </Button>
  );
}

/** Must be used below `<App>`. */
export function useNotificationProvider(): NotificationProvider {
  const { notification } = App.useApp();
  return {
    open: (params: OpenNotificationParams) => {
      const { key, message, description, type, undoableTimeout, cancelMutation } = params;
      // Refine words success as description + message; ours says the message, and the description if it adds something.
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
      // A plain success never stays in the way; what went wrong is held under the pointer to be read.
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
