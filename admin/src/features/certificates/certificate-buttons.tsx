import { Button } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useList, type HttpError } from '@refinedev/core';
import { useTranslation } from 'react-i18next';
import type { CertificateRow } from '@contract/certificates.resource';
import { downloadCertificate, verifyAddress } from '@/api/certificate';
import { useSubmit } from '@/components/use-submit';

/** It is issued a moment after the completion: looked for as often as this, whatever comes of a look. */
const LOOKS = 5;
const LOOK_MS = 2_000;

/** The certificate of a completed cycle, to be kept and to be shown to others; nothing where there is none. */
export function CertificateButtons({ assignmentId }: { assignmentId: string }) {
  const { t } = useTranslation();
  const { busy, run } = useSubmit({ toast: true });
  const { result } = useList<CertificateRow, HttpError>({
    resource: 'certificates',
    filters: [{ field: 'assignment_id', operator: 'eq', value: assignmentId }],
    pagination: { currentPage: 1, pageSize: 1 },
    errorNotification: false,
    queryOptions: {
      refetchInterval: ({ state: { data: found, dataUpdateCount, errorUpdateCount } }) =>
        !found?.data.length && dataUpdateCount + errorUpdateCount < LOOKS && LOOK_MS,
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
