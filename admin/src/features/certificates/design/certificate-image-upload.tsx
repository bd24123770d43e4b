import { Button, Upload } from 'antd';
import { DeleteOutlined, UploadOutlined } from '@ant-design/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CertificateDesignResponse, CertificateImage } from '@contract/certificate-design';
import { downloadFile } from '@/api/file-download';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';

/** Shows, replaces or removes one image of the certificate. */
export function CertificateImageUpload(props: {
  image: CertificateImage;
  hasImage: boolean;
  version: number;
  onSaved: (design: CertificateDesignResponse) => void;
  onFailed: (error: unknown) => void;
}) {
  const { image, hasImage, version, onSaved, onFailed } = props;
  const { t } = useTranslation();
  const path = `settings/certificates/images/${image}`;
  const picture = useQuery({
    queryKey: [...apiKey(path), version],
    queryFn: async () => (await downloadFile(path, () => undefined)).content,
    enabled: hasImage,
  });
  const source = useObjectUrl(hasImage ? picture.data : undefined);
  const upload = useMutation({
    mutationFn: async (file: Blob) => {
      const body = new FormData();
      body.append('file', file);
      return (await http.put<CertificateDesignResponse>(`/api/${path}`, body)).data;
    },
    onSuccess: onSaved,
    onError: onFailed,
  });
  const remove = useMutation({
    mutationFn: async () => (await http.delete<CertificateDesignResponse>(`/api/${path}`)).data,
    onSuccess: onSaved,
    onError: onFailed,
  });
  return (
    <div className="sg-stack sg-gap-8">
      <h3>{t(`certificate_design.${image}`)}</h3>
      <p className="sg-soft">{t('certificate_design.image')}</p>
      {source && (
        <img src={source} alt={t(`certificate_design.${image}`)} style={{ maxBlockSize: 80, maxInlineSize: '100%' }} />
      )}
      <div className="sg-row sg-wrap sg-gap-12">
        <Upload
          accept="image/png,image/jpeg"
          showUploadList={false}
          beforeUpload={(file) => {
            upload.mutate(file);
            return false;
          }}
        >
          <Button icon={<UploadOutlined />} loading={upload.isPending}>
            {t(hasImage ? 'certificate_design.replace' : 'certificate_design.choose')}
          </Button>
        </Upload>
        {hasImage && (
          <Button icon={<DeleteOutlined />} loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('certificate_design.remove')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** An object URL of the image, revoked on unmount. */
function useObjectUrl(picture: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return setUrl(null);
    const objectUrl = URL.createObjectURL(picture);
    setUrl(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [picture]);
  return url;
}
