import { Button, Input as AntInput, InputNumber, Segmented, Select, Switch } from 'antd';
import { DatePicker } from './date-picker';
import { dayjs, instantAt, wallClock } from './dates';
import { useTranslation } from 'react-i18next';
import type { FieldKind } from '@contract/fields';
import { isNullable } from '@contract/resource';
import { useMe } from './kit-context';
import type { Input, InputProps } from './module';
import { ReferenceSelect } from './reference-select';
import { useWords } from './words';
import './inputs.css';

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function TextInput({ value, onChange, id, disabled, field }: InputProps) {
  return (
    <AntInput
      id={id}
      value={text(value)}
      onChange={(event) => onChange?.(event.target.value)}
      disabled={disabled}
      autoComplete="off"
      maxLength={field.max === undefined ? undefined : field.max + 50}
    />
  );
}

/** Letters run left to right whatever the language: an address or a number is not a sentence. */
const typed = (type: 'email' | 'tel' | 'url'): Input =>
  function TypedInput({ value, onChange, id, disabled }: InputProps) {
    return (
      <AntInput
        id={id}
        type={type}
        dir="ltr"
        value={text(value)}
        onChange={(event) => onChange?.(event.target.value)}
        disabled={disabled}
        autoComplete="off"
      />
    );
  };

function LongTextInput({ value, onChange, id, disabled, field }: InputProps) {
  return (
    <AntInput.TextArea
      id={id}
      autoSize={{ minRows: 4, maxRows: 14 }}
      value={text(value)}
      onChange={(event) => onChange?.(event.target.value)}
      disabled={disabled}
      showCount={
        field.max === undefined
          ? false
          : { formatter: ({ count }) => (count > field.max! * 0.8 ? `${count} / ${field.max}` : '') }
      }
    />
  );
}

function WholeInput({ value, onChange, id, disabled, field }: InputProps) {
  return (
    <InputNumber
      id={id}
      style={{ inlineSize: 160 }}
      precision={0}
      min={field.min}
      value={value as number | null}
      onChange={(next) => onChange?.(next)}
      disabled={disabled}
    />
  );
}

/** Typed in whole units with two decimals, kept in minor units. */
function MoneyInput({ value, onChange, id, disabled }: InputProps) {
  return (
    <InputNumber
      id={id}
      style={{ inlineSize: 200 }}
      precision={2}
      min={0}
      value={value === null || value === undefined ? null : Number(value) / 100}
      onChange={(next) => onChange?.(next === null ? null : Math.round(Number(next) * 100))}
      disabled={disabled}
    />
  );
}

function DayInput({ value, onChange, id, disabled }: InputProps) {
  return (
    <DatePicker
      id={id}
      style={{ inlineSize: 200 }}
      value={value ? dayjs(String(value)) : null}
      onChange={(next) => onChange?.(next ? next.format('YYYY-MM-DD') : null)}
      // Shown as people write it; typed also as exports and other systems write it.
      format={['ll', 'YYYY-MM-DD']}
      disabled={disabled}
    />
  );
}

/** By the clock that instants are shown by, wherever the browser stands. */
function InstantInput({ value, onChange, id, disabled }: InputProps) {
  const { time_zone } = useMe();
  return (
    <DatePicker
      id={id}
      showTime={{ format: 'HH:mm' }}
      style={{ inlineSize: 240 }}
      value={value ? dayjs(wallClock(String(value), time_zone)) : null}
      onChange={(next) => onChange?.(next ? instantAt(next.format('YYYY-MM-DDTHH:mm:ss'), time_zone) : null)}
      showNow={false}
      disabled={disabled}
    />
  );
}

function ChoiceInput({ name, value, onChange, id, disabled, field, definition }: InputProps) {
  const { t } = useTranslation();
  const words = useWords(definition);
  return (
    <Select
      id={id}
      value={value as string | null}
      onChange={(next) => onChange?.(next ?? null)}
      options={(field.choices ?? []).map((choice) => ({ value: choice, label: words.choice(name, choice) }))}
      allowClear={isNullable(field)}
      showSearch={(field.choices?.length ?? 0) > 7}
      optionFilterProp="label"
      placeholder={t('kit.choose')}
      disabled={disabled}
    />
  );
}

function FlagInput({ value, onChange, id, disabled }: InputProps) {
  return <Switch id={id} checked={Boolean(value)} onChange={(next) => onChange?.(next)} disabled={disabled} />;
}

function RefInput({ value, onChange, id, disabled, field }: InputProps) {
  return (
    <ReferenceSelect
      id={id}
      resource={field.resource ?? ''}
      multiple={field.kind === 'refMany'}
      value={value as string | string[] | null}
      onChange={onChange}
      clearable={isNullable(field)}
      hideArchived
      disabled={disabled}
    />
  );
}

function LevelInput({ name, definition, value, onChange, id, disabled, field }: InputProps) {
  const { t } = useTranslation();
  const words = useWords(definition);
  const lowest = field.min ?? 0;
  const highest = field.max ?? 4;
  return (
    <Segmented
      id={id}
      aria-label={words.field(name)}
      // null, not undefined: for undefined the first one looks chosen.
      value={(value ?? null) as number}
      onChange={(next) => onChange?.(next)}
      disabled={disabled}
      options={Array.from({ length: highest - lowest + 1 }, (_, index) => ({
        value: lowest + index,
        label: lowest + index,
        title: t(`kit.level.names.${lowest + index}`),
      }))}
    />
  );
}

/** The browser's own, which every keyboard and screen reader knows; it has no word for "none". */
function ColorInput({ value, onChange, id, disabled, field }: InputProps) {
  const { t } = useTranslation();
  const chosen = text(value);
  return (
    <span className="kit-color-input sg-row sg-gap-8">
      <input
        id={id}
        type="color"
        data-empty={!chosen}
        value={chosen || '#808080'}
        onChange={(event) => onChange?.(event.target.value)}
        disabled={disabled}
      />
      {chosen ? <code dir="ltr">{chosen.toUpperCase()}</code> : <span className="sg-soft">{t('kit.color.none')}</span>}
      {chosen && isNullable(field) && !disabled && (
        <Button type="text" size="small" onClick={() => onChange?.(null)}>
          {t('kit.color.remove')}
        </Button>
      )}
    </span>
  );
}

const INPUTS: Record<FieldKind, Input> = {
  id: TextInput,
  text: TextInput,
  email: typed('email'),
  phone: typed('tel'),
  url: typed('url'),
  whole: WholeInput,
  money: MoneyInput,
  day: DayInput,
  instant: InstantInput,
  choice: ChoiceInput,
  flag: FlagInput,
  ref: RefInput,
  refMany: RefInput,
  level: LevelInput,
  markdown: LongTextInput,
  color: ColorInput,
};

/** How a field is typed, by its kind or by the resource's own input. Used as the child of a form item. */
export function FieldInput({ own, ...props }: InputProps & { own?: Input | undefined }) {
  const Shown = own ?? INPUTS[props.field.kind];
  return <Shown {...props} />;
}
