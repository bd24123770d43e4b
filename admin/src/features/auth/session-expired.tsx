import { CloseCircleFilled } from '@ant-design/icons';
import { Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '@/components/message-dialog.css';

/** Shown once after a session expired; texts: docs/specification.md §8. */
export function SessionExpired() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Modal
      open={open}
      onCancel={close}
      closable={false}
      centered
      width={400}
      footer={
        <Button type="primary" autoFocus block onClick={close}>
          {t('session.ok')}
        </Button>
      }
      title={
        <span className="sg-dialog-title sg-row sg-gap-12">
          <CloseCircleFilled className="sg-dialog-error sg-error" aria-hidden />
          {t('session.expired_title')}
        </span>
      }
    >
      <p>{t('session.expired_text')}</p>
    </Modal>
  );
}
