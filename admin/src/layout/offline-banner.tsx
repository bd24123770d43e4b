import { useTranslation } from 'react-i18next';
import { useOnline } from '@/components/use-online';
import './layout.css';

export function OfflineBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status" className="sg-offline-place">
      {!online && <div className="sg-offline sg-medium">{t('shell.offline')}</div>}
    </div>
  );
}
