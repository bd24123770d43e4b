import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { SideDrawer } from '@/components/side-drawer';
import { useIsMobile } from '@/components/use-is-mobile';
import { chooseLayout, resetLayout, useChosenLayout } from '@/theme/layout-options';
import { CUSTOMIZER_OPTIONS, type CustomizerOption } from './options';
import { OptionPreview } from './option-preview';
import './customizer.css';

/** The theme customizer (specification §2): radio groups that apply at once. */
export function Customizer({ open, onClose, onClosed }: { open: boolean; onClose: () => void; onClosed: () => void }) {
  const { t } = useTranslation();
  const isMobile = useIsMobile();
  return (
    <SideDrawer
      title={t('customizer.title')}
      width={400}
      open={open}
      onClose={onClose}
      afterOpenChange={(isOpen) => !isOpen && onClosed()}
      // The page behind must stay visible.
      styles={{ mask: { background: 'transparent' } }}
      footer={
        <div className="sg-row sg-gap-16">
          <span className="sg-grow sg-small sg-soft">{t('customizer.kept')}</span>
          <Button onClick={resetLayout}>{t('customizer.reset')}</Button>
        </div>
      }
    >
      <div className="sg-stack sg-gap-24">
        {isMobile && <p className="sg-soft">{t('customizer.narrow')}</p>}
        {CUSTOMIZER_OPTIONS.map((option) => (
          <OptionGroup key={option.attribute} option={option} />
        ))}
      </div>
    </SideDrawer>
  );
}

function OptionGroup({ option: { attribute, name, choices } }: { option: CustomizerOption }) {
  const { t } = useTranslation();
  const chosen = useChosenLayout()[attribute];
  return (
    <fieldset>
      <legend className="sg-mb-8">{t(`customizer.options.${name}`)}</legend>
      <div className="cz-choices sg-stack">
        {choices.map((choice) => (
          <label key={choice} className="cz-choice sg-stack sg-gap-4 sg-tiny sg-soft sg-any">
            <input
              className="sg-visually-hidden"
              type="radio"
              name={attribute}
              value={choice}
              checked={choice === chosen}
              onChange={() => chooseLayout({ [attribute]: choice })}
            />
            <OptionPreview option={name} choice={choice} />
            <span>{t(`customizer.choices.${name}.${choice}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
