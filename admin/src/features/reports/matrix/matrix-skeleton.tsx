import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';

export function MatrixSkeleton() {
  const { t } = useTranslation();
  return (
    <div className="rep-grid rep-skeleton" role="status" aria-label={t('kit.loading')}>
      <Skeleton active title={false} paragraph={{ rows: 10 }} />
    </div>
  );
}
