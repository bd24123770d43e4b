import { Button, Modal } from 'antd';
import { useTranslation } from 'react-i18next';

/**
 * Somebody else saved the record meanwhile (412): Review takes their version over and keeps what was typed here on top
 * of it, Overwrite saves this one as it stands (screens.md §1).
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
