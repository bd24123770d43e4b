import { Button, Input, Modal } from 'antd';
import { useNotification } from '@refinedev/core';
import { CopyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';

/** Shows the new key once. Closes by its button only, because a click outside would lose the key. */
export function ApiKeySecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation();
  const { open: notify } = useNotification();
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(secret);
      notify?.({ type: 'success', message: t('settings.api_keys.copied') });
    } catch {
      notify?.({ type: 'error', message: t('settings.api_keys.copy_failed') });
    }
  }
  return (
    <Modal
      open
      width={640}
      closable={false}
      maskClosable={false}
      keyboard={false}
      title={t('settings.api_keys.done_title')}
      footer={[
        <Button key="copy" type="primary" icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
          {t('settings.api_keys.copy')}
        </Button>,
        <Button key="close" onClick={onClose}>
          {t('settings.api_keys.close')}
        </Button>,
      ]}
    >
      <p>{t('settings.api_keys.done_text')}</p>
      <Input.TextArea
        className="sg-mono sg-any"
        readOnly
        dir="ltr"
        autoSize
        value={secret}
        aria-label={t('settings.api_keys.key')}
        onFocus={(event) => event.target.select()}
      />
    </Modal>
  );
}
