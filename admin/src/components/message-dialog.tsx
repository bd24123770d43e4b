import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import './message-dialog.css';

export interface DialogMessage {
  kind: 'info' | 'error' | 'success';
  text: string;
  /** Second paragraph. */
  note?: string;
  /** Called after the dialog is closed. */
  afterClose?: () => void;
}

const ICON = { info: InfoCircleFilled, error: CloseCircleFilled, success: CheckCircleFilled };

/** The specification's info, error and success dialogs: title by kind, one text, one button. */
export function MessageDialog({ message, onClose }: { message: DialogMessage | null; onClose: () => void }) {
  const { t } = useTranslation();
  const Icon = ICON[message?.kind ?? 'info'];
  const handleClose = () => {
    onClose();
    message?.afterClose?.();
  };
  return (
    <Modal
      open={message !== null}
      onCancel={handleClose}
      closable={false}
      // A button that stays mounted would not get the focus the second time.
      destroyOnHidden
      centered
      width={420}
      title={
        <span className="sg-dialog-title sg-row sg-gap-12">
          <Icon className={`sg-toned kit-tone-${message?.kind}`} aria-hidden />
          {message && t(`dialog.${message.kind}`)}
        </span>
      }
      footer={
        <Button type="primary" autoFocus onClick={handleClose}>
          {t('dialog.ok')}
        </Button>
      }
    >
      <div role="alert" className="sg-stack sg-gap-8">
        <p>{message?.text}</p>
        {message?.note && <p>{message.note}</p>}
      </div>
    </Modal>
  );
}
