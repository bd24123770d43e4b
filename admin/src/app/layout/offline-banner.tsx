import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import './layout.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status" className="sg-offline-place">
      {!online && <div className="sg-offline sg-medium">{t('shell.offline')}</div>}
    </div>
  );
}
