import { Button, Flex } from 'antd';
import { CopyOutlined, DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '@/api/file-download';
import { useSession } from '@/api/use-session';

/** Shown only once: to be copied, downloaded or printed. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { user } = useSession();
  const { t } = useTranslation();
  const [announcement, setAnnouncement] = useState('');
  const text = [t('second_factor.file_title', { name: user?.user_name ?? '' }), '', ...codes, ''].join('\n');

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      setAnnouncement(t('second_factor.copied'));
    } catch {
      setAnnouncement(t('second_factor.copy_failed'));
    }
  };
  const download = () => saveFile('skilgrid-recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
  const print = () => {
    const root = document.documentElement;
    root.dataset.print = 'recovery-codes';
    window.print();
    delete root.dataset.print;
  };

  return (
    <div className="sf-form">
      <p>{t('second_factor.codes_text')}</p>
      <div className="sf-print">
        <p className="sf-print-title">{t('second_factor.file_title', { name: user?.user_name ?? '' })}</p>
        <ul className="sf-codes sg-mono" dir="ltr" aria-label={t('second_factor.codes')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div>
        <Flex wrap gap={8}>
          <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copy()}>
            {t('second_factor.copy')}
          </Button>
          <Button icon={<DownloadOutlined aria-hidden />} onClick={download}>
            {t('second_factor.download')}
          </Button>
          <Button icon={<PrinterOutlined aria-hidden />} onClick={print}>
            {t('second_factor.print')}
          </Button>
        </Flex>
        <p role="status" className="sg-soft sg-small">
          {announcement}
        </p>
      </div>
      <Button type="primary" onClick={onDone}>
        {t('second_factor.kept')}
      </Button>
    </div>
  );
}
