import type { ReactNode } from 'react';
import { Button, Form, Modal, type ButtonProps, type FormInstance, type FormProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { handleSaveKeys } from './form-keys';
import { ErrorAlert } from '@/components/error-alert';
import { useFormSubmit, type FormSubmitOptions } from './use-form-submit';

interface FormDialogProps<V extends object>
  extends FormSubmitOptions<V>, Pick<FormProps<V>, 'initialValues' | 'requiredMark'> {
  form: FormInstance<V>;
  title: string;
  width: number;
  /** Props of the submit button. */
  save: ButtonProps;
  onClose: () => void;
  children: ReactNode;
}

/** A form in a dialog. It cannot be closed while sending, because the answer may be shown only once. */
export function FormDialog<V extends object>(props: FormDialogProps<V>) {
  const { form, title, width, save, onClose, children, initialValues, requiredMark, ...options } = props;
  const { t } = useTranslation();
  const { sending, send, refusal, conflict } = useFormSubmit(form, options);
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
      <div className="kit-form sg-stack sg-gap-16" onKeyDown={(event) => handleSaveKeys(event, form.submit)}>
        <ErrorAlert refusal={refusal} />
        <Form {...{ form, initialValues, requiredMark }} layout="vertical" onFinish={send}>
          {children}
          {/* Makes Enter in a text field submit the form. */}
          <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
        </Form>
      </div>
      {conflict}
    </Modal>
  );
}
