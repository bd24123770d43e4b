import { Flex, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { LevelRing } from '@/components/level-ring';

/** Select of the levels 1 to 4. */
export function LevelSelect(props: { value: number; onChange: (level: number) => void; label: string }) {
  const { t } = useTranslation();
  return (
    <Select
      value={props.value}
      onChange={props.onChange}
      aria-label={props.label}
      popupMatchSelectWidth={false}
      options={[1, 2, 3, 4].map((level) => ({
        value: level,
        label: (
          <Flex component="span" align="center" gap={8}>
            <LevelRing level={level} size={22} />
            {t(`kit.level.names.${level}`)}
          </Flex>
        ),
      }))}
    />
  );
}
