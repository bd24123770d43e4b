import { Button, Form, Input, Skeleton } from 'antd';
import { useNotification } from '@refinedev/core';
import { EyeOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CERTIFICATE_IMAGES, CERTIFICATE_TEXT_MAX, type CertificateDesignResponse } from '@contract/certificate-design';
import { saveFile, downloadFile } from '@/api/file-download';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { FailedState } from '@/components/state-panels';
import { useErrorText } from '@/components/resource-labels';
import { COLOR_PATTERN, ColorField } from './color-field';
import { CertificateImageUpload } from './certificate-image-upload';

const DESIGN_PATH = 'settings/certificates';
const TEXT_FIELDS = ['title', 'text', 'signature_name', 'signature_role'] as const;
const FIELDS = [...TEXT_FIELDS, 'accent'] as const;
type DesignValues = Record<(typeof TEXT_FIELDS)[number], string> & { accent: string };

const hasSameTexts = (one: CertificateDesignResponse, other: CertificateDesignResponse): boolean =>
  FIELDS.every((name) => one[name] === other[name]);

/** Settings for the customer's certificates: texts, colour, images, and a preview with sample data. */
export function CertificateDesignSettings() {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const errorText = useErrorText();
  const client = useQueryClient();
  const design = useApiQuery(DESIGN_PATH);
  const handleSaved = (response: CertificateDesignResponse) => {
    client.setQueryData(apiKey(DESIGN_PATH), response);
    notify?.({ type: 'success', message: t('certificate_design.saved') });
  };
  const [form] = Form.useForm<DesignValues>();
  /** The server's values that the form started from; its `row_version` detects conflicts. */
  const baseDesign = useRef<CertificateDesignResponse>(undefined);
  const { data } = design;
  useEffect(() => {
    if (!data) return;
    const isDirty = form.isFieldsTouched();
    if (!isDirty) form.setFields(FIELDS.map((name) => ({ name, value: data[name] })));
    // A new image raises the version but not the texts, so the form may follow it. If another user changed the
    // texts, the base stays and saving reports a conflict.
    if (!isDirty || !baseDesign.current || hasSameTexts(baseDesign.current, data)) baseDesign.current = data;
  }, [data, form]);
  const handleError = (error: unknown) => notify?.({ type: 'error', message: errorText(error) });
  const save = useMutation({
    mutationFn: async ({ accent, ...values }: DesignValues) => {
      const texts = Object.fromEntries(TEXT_FIELDS.map((name) => [name, values[name]?.trim() || null]));
      const { row_version } = baseDesign.current!;
      return (
        await http.patch<CertificateDesignResponse>('/api/settings/certificates', { ...texts, accent, row_version })
      ).data;
    },
    onSuccess: (response) => {
      form.setFields(FIELDS.map((name) => ({ name, value: response[name], touched: false })));
      handleSaved(response);
    },
    onError: handleError,
  });
  const preview = useMutation({
    mutationFn: async () => {
      const { name, content } = await downloadFile('settings/certificates/preview', () => undefined);
      saveFile(name, content);
    },
    onError: handleError,
  });
  if (!data && design.isError) return <FailedState error={design.error} retry={() => void design.refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <>
      <p>{t('certificate_design.about')}</p>
      <Form<DesignValues>
        form={form}
        layout="vertical"
        className="sg-across"
        initialValues={{ ...data }}
        onFinish={(values) => save.mutate(values)}
      >
        {TEXT_FIELDS.map((name) => (
          <Form.Item key={name} name={name} label={t(`certificate_design.${name}`)}>
            {name === 'text' ? (
              <Input.TextArea maxLength={CERTIFICATE_TEXT_MAX[name]} autoSize={{ minRows: 2 }} />
            ) : (
              <Input maxLength={CERTIFICATE_TEXT_MAX[name]} />
            )}
          </Form.Item>
        ))}
        <Form.Item
          name="accent"
          label={t('certificate_design.accent')}
          rules={[{ pattern: COLOR_PATTERN, required: true, message: t('certificate_design.accent_rule') }]}
        >
          <ColorField />
        </Form.Item>
        <div className="sg-row sg-wrap sg-gap-12">
          <Button type="primary" htmlType="submit" loading={save.isPending}>
            {t('certificate_design.save')}
          </Button>
          <Button icon={<EyeOutlined />} loading={preview.isPending} onClick={() => preview.mutate()}>
            {t('certificate_design.preview')}
          </Button>
        </div>
      </Form>
      {CERTIFICATE_IMAGES.map((place) => (
        <CertificateImageUpload
          key={place}
          image={place}
          hasImage={data[`has_${place}`]}
          version={data.row_version}
          onSaved={handleSaved}
          onFailed={handleError}
        />
      ))}
    </>
  );
}
