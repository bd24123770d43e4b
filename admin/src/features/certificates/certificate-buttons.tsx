import { Button } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useList, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { CertificateRow } from '@contract/certificates.resource';
import { downloadCertificate, verifyAddress } from '@/api/certificate';
import { useSubmit } from '@/components/use-submit';

/** A certificate is issued shortly after completion, so it is polled this often; failed requests count too. */
const MAX_POLLS = 5;
const POLL_MS = 2_000;

/** Buttons to download and verify the certificate of an assignment; renders nothing without one. */
export function CertificateButtons({ assignmentId }: { assignmentId: string }) {
  const { t } = useTranslation();
  const { busy, run } = useSubmit({ toast: true });
  const { result } = useList<CertificateRow, HttpError>({
    resource: 'certificates',
    filters: [{ field: 'assignment_id', operator: 'eq', value: assignmentId }],
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false,
    queryOptions: {
      refetchInterval: ({ state: { data: certificates, dataUpdateCount, errorUpdateCount } }) =>
        !certificates?.data.length && dataUpdateCount + errorUpdateCount < MAX_POLLS && POLL_MS,
    },
  });
  const [certificate] = result.data;
  if (!certificate) return null;

  return (
    <div className="sg-row sg-wrap sg-gap-12">
      <Button
        size="large"
        icon={<DownloadOutlined />}
        loading={busy}
        onClick={() => void run(() => downloadCertificate(certificate.id))}
      >
        {t('certificates.download')}
      </Button>
      <Button size="large" type="link" href={verifyAddress(certificate.code)} target="_blank" rel="noreferrer">
        {t('certificates.verify')}
      </Button>
    </div>
  );
}
