import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import './message-dialog.css';

export interface Message {
  kind: 'info' | 'error' | 'success';
  text: string;
  /** A second paragraph. */
  note?: string;
  /** Runs when the user has read it. */
  then?: () => void;
}

const ICON = { info: InfoCircleFilled, error: CloseCircleFilled, success: CheckCircleFilled };

/** The specification's info, error and success dialogs: title by kind, one text, one button. */
export function MessageDialog({ message, onClose }: { message: Message | null; onClose: () => void }) {
  const { t } = useTranslation();
  const Icon = ICON[message?.kind ?? 'info'];
  const close = () => {
    onClose();
    message?.then?.();
  };
  return (
    <Modal
      open={message !== null}
      onCancel={close}
      closable={false}
      // A button that stays would not take the focus a second time.
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
        <Button type="primary" autoFocus onClick={close}>
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
