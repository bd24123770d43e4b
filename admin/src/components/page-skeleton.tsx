import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';

/** Skeleton of a page while its code or its customer is loading. */
export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('kit.loading')}>
      <div className="sg-page-head">
        <Skeleton active title={{ width: 'min(240px, 100%)' }} paragraph={{ rows: 1, width: 'min(360px, 100%)' }} />
      </div>
      <div className="sg-card">
        <Skeleton active title={false} paragraph={{ rows: 8 }} />
      </div>
    </div>
  );
}
