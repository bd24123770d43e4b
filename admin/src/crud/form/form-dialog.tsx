import type { ReactNode } from 'react';
import { Button, Form, Modal, type ButtonProps, type FormInstance, type FormProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveKeys } from './form-keys';
import { Refused } from '@/components/refused';
import { useSending, type SendingWay } from './sending';

interface Props<V extends object> extends SendingWay<V>, Pick<FormProps<V>, 'initialValues' | 'requiredMark'> {
  form: FormInstance<V>;
  title: string;
  width: number;
  /** The button that sends: its words, and whatever else antd's has. */
  save: ButtonProps;
  onClose: () => void;
  children: ReactNode;
}

/** Asks in a dialog and sends what was filled in. It stays until the answer is there, which may be seen only once. */
export function FormDialog<V extends object>(props: Props<V>) {
  const { form, title, width, save, onClose, children, initialValues, requiredMark, ...way } = props;
  const { t } = useTranslation();
  const { sending, send, refusal, conflict } = useSending(form, way);
  return (
    <Modal
      open
      title={title}
      width={width}
      closable={!sending}
      onCancel={() => !sending && onClose()}
      footer={[
        <Button key="cancel" disabled={sending} onClick={onClose}>
          {t('kit.cancel')}
        </Button>,
        <Button key="save" type="primary" loading={sending} onClick={form.submit} {...save} />,
      ]}
    >
      <div className="kit-form sg-stack sg-gap-16" onKeyDown={(event) => saveKeys(event, form.submit)}>
        <Refused refusal={refusal} />
        <Form {...{ form, initialValues, requiredMark }} layout="vertical" onFinish={send}>
          {children}
          {/* Enter in a text field sends, as in any form. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </Form>
      </div>
      {conflict}
    </Modal>
  );
}
