import { Button } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useNotification } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { certificateOf, downloadCertificate, verifyAddress } from '@/api/certificate';
import { useErrorWords } from '@/components/words';

/** It is issued a moment after the completion: looked for as often as this, whatever comes of a look. */
const LOOKS = 5;
const LOOK_MS = 2_000;

/** The certificate of a completed cycle, to be kept and to be shown to others; nothing where there is none. */
export function CertificateButtons({ assignmentId }: { assignmentId: string }) {
  const { t } = useTranslation();
  const { open } = useNotification();
  const errorWords = useErrorWords();
  const [receiving, setReceiving] = useState(false);
  const { data } = useQuery({
    queryKey: ['certificates', 'of', assignmentId],
    queryFn: () => certificateOf(assignmentId),
    refetchInterval: ({ state: { data: found, dataUpdateCount, errorUpdateCount } }) =>
      !found && dataUpdateCount + errorUpdateCount < LOOKS && LOOK_MS,
  });
  if (!data) return null;

  async function download(id: string): Promise<void> {
    setReceiving(true);
    try {
      await downloadCertificate(id);
    } catch (error) {
      open?.({ type: 'error', message: errorWords(error) });
    } finally {
      setReceiving(false);
    }
  }
  return (
    <div className="sg-row sg-wrap sg-gap-12">
      <Button size="large" icon={<DownloadOutlined />} loading={receiving} onClick={() => void download(data.id)}>
        {t('certificates.download')}
      </Button>
      <Button size="large" type="link" href={verifyAddress(data.code)} target="_blank" rel="noreferrer">
        {t('certificates.verify')}
      </Button>
    </div>
  );
}
