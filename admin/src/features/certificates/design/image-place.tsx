import { Button, Upload } from 'antd';
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CertificateDesignAnswer, CertificateImage } from '@contract/certificate-design';
import { readFile } from '@/api/file';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';

/** One of the pictures: what is there, another one in its place, or none. */
export function ImagePlace(props: {
  place: CertificateImage;
  has: boolean;
  version: number;
  kept: (now: CertificateDesignAnswer) => void;
  failed: (error: unknown) => void;
}) {
  const { place, has, version, kept, failed } = props;
  const { t } = useTranslation();
  const address = `settings/certificates/images/${place}`;
  const picture = useQuery({
    queryKey: [...apiKey(address), version],
    queryFn: async () => (await readFile(address, () => undefined)).content,
    enabled: has,
  });
  const source = useAddressOf(has ? picture.data : undefined);
  const send = useMutation({
    mutationFn: async (file: Blob) => {
      const body = new FormData();
      body.append('file', file);
      return (await http.put<CertificateDesignAnswer>(`/api/${address}`, body)).data;
    },
    onSuccess: kept,
    onError: failed,
  });
  const remove = useMutation({
    mutationFn: async () => (await http.delete<CertificateDesignAnswer>(`/api/${address}`)).data,
    onSuccess: kept,
    onError: failed,
  });
  return (
    <div className="sg-stack sg-gap-8">
      <h3>{t(`certificate_design.${place}`)}</h3>
      <p className="sg-soft">{t('certificate_design.image')}</p>
      {source && (
        <img src={source} alt={t(`certificate_design.${place}`)} style={{ maxBlockSize: 80, maxInlineSize: '100%' }} />
      )}
      <div className="sg-row sg-wrap sg-gap-12">
        <Upload
          accept="image/png,image/jpeg"
          showUploadList={false}
          beforeUpload={(file) => {
            send.mutate(file);
            return false;
          }}
        >
          <Button icon={<UploadOutlined />} loading={send.isPending}>
            {t(has ? 'certificate_design.replace' : 'certificate_design.choose')}
          </Button>
        </Upload>
        {has && (
          <Button icon={<DeleteOutlined />} loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('certificate_design.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** By which the page shows it, while it does. */
function useAddressOf(picture: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return setAddress(null);
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address;
}
