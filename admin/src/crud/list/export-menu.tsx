import { Button } from 'antd';
import { DownloadOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { LIST_FORMATS, type ExportFormat } from '@contract/exports';
import { ActionMenu } from '@/components/action-menu';
import { useFileExport } from './use-file-export';

const MORE = 'more';
const OTHER_PREFIX = 'also:';

/** Export menu: the server writes the chosen format; the button shows the progress. */
export function ExportMenu(props: {
  /** Path below /api. */
  address: string;
  title: string;
  formats?: readonly ExportFormat[];
  /** Additional formats of another endpoint. */
  otherFiles?: { address: string; formats: readonly { key: string; label: string }[] } | undefined;
  query: () => URLSearchParams;
  disabled?: boolean;
  /** An additional entry, above the formats. */
  extraItem?: { label: string; act: () => void } | undefined;
}) {
  const { address, title, formats = LIST_FORMATS, otherFiles, query, disabled = false, extraItem } = props;
  const { t } = useTranslation();
  const { run, running, buttonLabel } = useFileExport(title, extraItem ? t('kit.export.both') : t('kit.export.menu'));
  const files = [
    ...formats.map((format) => ({ key: format as string, label: t(`kit.export.formats.${format}`) })),
    ...(otherFiles ? otherFiles.formats.map(({ key, label }) => ({ key: `${OTHER_PREFIX}${key}`, label })) : []),
  ];
  const items = extraItem
    ? [
        { key: MORE, label: extraItem.label },
        { key: 'export', type: 'group' as const, label: t('kit.export.menu'), children: files },
      ]
    : files;
  const choose = (key: string) => {
    if (key === MORE) return extraItem?.act();
    const params = query();
    if (!otherFiles || !key.startsWith(OTHER_PREFIX)) return void run(address, key, params);
    // They have fixed columns.
    params.delete('columns');
    void run(otherFiles.address, key.slice(OTHER_PREFIX.length), params);
  };
  return (
    <ActionMenu
      name={t(extraItem ? 'kit.export.both' : 'kit.export.menu')}
      menu={{ items, onClick: ({ key }) => choose(key) }}
    >
      <Button icon={<DownloadOutlined aria-hidden />} loading={running} disabled={disabled}>
        {buttonLabel}
      </Button>
    </ActionMenu>
  );
}
