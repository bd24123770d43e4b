import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

/**
 * Shown if another user saved the record meanwhile (412). Review loads their version and keeps the own input on top,
 * Overwrite saves the own version.
 */
export function ConflictDialog(props: {
  open: boolean;
  onCancel: () => void;
  onReview: () => void;
  onOverwrite: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      open={props.open}
      title={t('kit.stale.title')}
      onCancel={props.onCancel}
      width={480}
      destroyOnHidden
      footer={[
        <Button key="cancel" onClick={props.onCancel}>
          {t('kit.cancel')}
        </Button>,
        <Button key="overwrite" danger onClick={props.onOverwrite}>
          {t('kit.stale.overwrite')}
        </Button>,
        <Button key="review" type="primary" autoFocus onClick={props.onReview}>
          {t('kit.stale.review')}
        </Button>,
      ]}
    >
      <p>{t('kit.stale.text')}</p>
    </Modal>
  );
}
