import { Button, Form, Input, Skeleton } from 'antd';
import { useNotification } from '@refinedev/core';
import { EyeOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CERTIFICATE_IMAGES, CERTIFICATE_TEXT_MAX, type CertificateDesignAnswer } from '@contract/certificate-design';
import { keepFile, readFile } from '@/api/file';
import { http } from '@/api/http';
import { apiKey } from '@/api/query-keys';
import { useApiQuery } from '@/api/use-api-query';
import { FailedState } from '@/components/states';
import { useErrorWords } from '@/components/words';
import { COLOR, ColorField } from './color-field';
import { ImagePlace } from './image-place';

const DESIGN = 'settings/certificates';
const WORDS = ['title', 'text', 'signature_name', 'signature_role'] as const;
const FIELDS = [...WORDS, 'accent'] as const;
type Words = Record<(typeof WORDS)[number], string> & { accent: string };

const hasSameWords = (one: CertificateDesignAnswer, other: CertificateDesignAnswer): boolean =>
  FIELDS.every((name) => one[name] === other[name]);

/** What the organisation's certificates look like: its words, its colour, its pictures; and one of nobody to look at. */
export function DesignPart() {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  const errorWords = useErrorWords();
  const client = useQueryClient();
  const design = useApiQuery(DESIGN);
  const kept = (now: CertificateDesignAnswer) => {
    client.setQueryData(apiKey(DESIGN), now);
    notify?.({ type: 'success', message: t('certificate_design.saved') });
  };
  const [form] = Form.useForm<Words>();
  /** What the form's words began as. */
  const began = useRef<CertificateDesignAnswer>(undefined);
  const { data } = design;
  useEffect(() => {
    if (!data) return;
    const isTyped = form.isFieldsTouched();
    if (!isTyped) form.setFields(FIELDS.map((name) => ({ name, value: data[name] })));
    // A picture raises the version and leaves the words: what is typed may follow. Words of somebody else are not written over.
    if (!isTyped || !began.current || hasSameWords(began.current, data)) began.current = data;
  }, [data, form]);
  const failed = (error: unknown) => notify?.({ type: 'error', message: errorWords(error) });
  const save = useMutation({
    mutationFn: async ({ accent, ...words }: Words) => {
      const change = Object.fromEntries(WORDS.map((name) => [name, words[name]?.trim() || null]));
      const { row_version } = began.current!;
      return (
        await http.patch<CertificateDesignAnswer>('/api/settings/certificates', { ...change, accent, row_version })
      ).data;
    },
    onSuccess: (now) => {
      form.setFields(FIELDS.map((name) => ({ name, value: now[name], touched: false })));
      kept(now);
    },
    onError: failed,
  });
  const preview = useMutation({
    mutationFn: async () => {
      const { name, content } = await readFile('settings/certificates/preview', () => undefined);
      keepFile(name, content);
    },
    onError: failed,
  });
  if (!data && design.isError) return <FailedState error={design.error} retry={() => void design.refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  return (
    <>
      <p>{t('certificate_design.about')}</p>
      <Form<Words>
        form={form}
        layout="vertical"
        className="sg-across"
        initialValues={{ ...data }}
        onFinish={(words) => save.mutate(words)}
      >
        {WORDS.map((name) => (
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
          rules={[{ pattern: COLOR, required: true, message: t('certificate_design.accent_rule') }]}
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
        <ImagePlace
          key={place}
          place={place}
          has={data[`has_${place}`]}
          version={data.row_version}
          kept={kept}
          failed={failed}
        />
      ))}
    </>
  );
}
