import { Button } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { LIST_FORMATS, type ExportFormat } from '@contract/exports';
import { DropMenu } from '@/components/drop-menu';
import { useFileExport } from './file-export';

const MORE = 'more';
const ALSO = 'also:';

/** What is shown, as a file: a format is chosen, the server writes it, and the button says how far it is. */
export function ExportMenu(props: {
  /** Below /api. */
  address: string;
  title: string;
  formats?: readonly ExportFormat[];
  /** Files of another kind, of another address. */
  also?: { address: string; formats: readonly { key: string; label: string }[] } | undefined;
  query: () => URLSearchParams;
  disabled?: boolean;
  /** What stands below the formats: a way to something else. */
  more?: { label: string; act: () => void } | undefined;
}) {
  const { address, title, formats = LIST_FORMATS, also, query, disabled = false, more } = props;
  const { t } = useTranslation();
  const { run, running, said } = useFileExport(title, more ? t('kit.export.both') : t('kit.export.menu'));
  const files = [
    ...formats.map((format) => ({ key: format as string, label: t(`kit.export.formats.${format}`) })),
    ...(also ? also.formats.map(({ key, label }) => ({ key: `${ALSO}${key}`, label })) : []),
  ];
  const items = more
    ? [
        { key: MORE, label: more.label },
        { key: 'export', type: 'group' as const, label: t('kit.export.menu'), children: files },
      ]
    : files;
  const choose = (key: string) => {
    if (key === MORE) return more?.act();
    const asked = query();
    if (!also || !key.startsWith(ALSO)) return void run(address, key, asked);
    // They have columns of their own.
    asked.delete('columns');
    void run(also.address, key.slice(ALSO.length), asked);
  };
  return (
    <DropMenu
      name={t(more ? 'kit.export.both' : 'kit.export.menu')}
      menu={{ items, onClick: ({ key }) => choose(key) }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={running} disabled={disabled}>
        {said}
      </Button>
    </DropMenu>
  );
}
