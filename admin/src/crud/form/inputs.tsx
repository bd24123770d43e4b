import { Button, Form, Input as AntInput, Segmented, Select, Switch } from 'antd';
import { DatePicker } from '@/components/date-picker';
import { dayjs, instantAt, wallClock } from '@/components/dates';
import { DigitsInput } from '@/components/digits-input';
import { useTranslation } from 'react-i18next';
import { currencyDigits, majorUnits, minorUnits } from '@contract/currency';
import type { FieldKind } from '@contract/fields';
import { isNullable } from '@contract/resource';
import { isLabelLike } from '@/components/fold';
import { isEmpty, isInstant } from './form-rules';
import { useMe } from '../kit-context';
import { useListControl } from '../list/list-control';
import { WritePreview } from '@/components/markdown/write-preview';
import type { Control, Input, InputProps } from '../module';
import { NumberInput } from '@/components/number-input';
import { ReferenceSelect } from './reference-select';
import { useWords } from '@/components/words';
import './inputs.css';

const text = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function TextInput({ value, onChange, control, field }: InputProps) {
  return (
    <AntInput
      {...control}
      value={text(value)}
      onChange={(event) => onChange?.(event.target.value)}
      autoComplete="off"
      maxLength={field.max === undefined ? undefined : field.max + 50}
    />
  );
}

/** Letters run left to right whatever the language: an address or a number is not a sentence. */
const typed = (type: 'email' | 'url'): Input =>
  function TypedInput({ value, onChange, control }: InputProps) {
    return (
      <AntInput
        {...control}
        type={type}
        dir="ltr"
        value={text(value)}
        onChange={(event) => onChange?.(event.target.value)}
        autoComplete="off"
      />
    );
  };

function PhoneInput({ value, onChange, control }: InputProps) {
  return (
    <DigitsInput
      {...control}
      type="tel"
      value={text(value)}
      onChange={(event) => onChange?.(event.target.value)}
      autoComplete="off"
    />
  );
}

function LongTextInput({ value, onChange, control, field }: InputProps) {
  return (
    <AntInput.TextArea
      {...control}
      dir="auto"
      autoSize={{ minRows: 4, maxRows: 14 }}
      value={text(value)}
      onChange={(event) => onChange?.(event.target.value)}
      showCount={
        field.max === undefined
          ? false
          : { formatter: ({ count }) => (count > field.max! * 0.8 ? `${count} / ${field.max}` : '') }
      }
    />
  );
}

function MarkdownInput(props: InputProps) {
  return (
    <WritePreview source={text(props.value)}>
      <LongTextInput {...props} />
    </WritePreview>
  );
}

function WholeInput({ value, onChange, control, field }: InputProps) {
  return (
    <NumberInput
      {...control}
      style={{ inlineSize: 160 }}
      precision={0}
      min={field.min}
      value={value as number | null}
      onChange={(next) => onChange?.(next)}
    />
  );
}

/** Typed in units of the form's currency, kept in minor units. */
function MoneyInput({ value, onChange, control }: InputProps) {
  const currency = Form.useWatch<string | null>('currency');
  return (
    <NumberInput
      {...control}
      style={{ inlineSize: 200 }}
      precision={currencyDigits(currency)}
      suffix={currency}
      min={0}
      value={value === null || value === undefined ? null : majorUnits(Number(value), currency)}
      onChange={(next) => onChange?.(next === null ? null : minorUnits(next, currency))}
    />
  );
}

function DayInput({ value, onChange, control: { onBlur: judge, ...control } }: InputProps) {
  return (
    <DatePicker
      {...control}
      style={{ inlineSize: 200 }}
      value={value ? dayjs(String(value)) : null}
      // It is left before it tells what was typed.
      onChange={(next) => {
        onChange?.(next ? next.format('YYYY-MM-DD') : null);
        judge?.();
      }}
    />
  );
}

/** By the clock that instants are shown by, wherever the browser stands. */
function InstantInput({ value, onChange, control: { onBlur: judge, ...control } }: InputProps) {
  const { time_zone } = useMe();
  const day = isInstant(value) ? dayjs(wallClock(String(value), time_zone)) : null;
  return (
    <DatePicker
      {...control}
      showTime={{ format: 'HH:mm' }}
      style={{ inlineSize: 240 }}
      value={day}
      onChange={(next) => {
        const wall = next?.format('YYYY-MM-DDTHH:mm:ss') ?? null;
        onChange?.(next?.isValid() ? instantAt(wall!, time_zone) : wall);
        judge?.();
      }}
      showNow={false}
    />
  );
}

function ChoiceInput({ name, value, onChange, control, field, definition }: InputProps) {
  const { t } = useTranslation();
  const words = useWords(definition);
  const list = useListControl(control);
  return (
    <Select
      {...list}
      value={value as string | null}
      onChange={(next) => onChange?.(next ?? null)}
      options={(field.choices ?? []).map((choice) => ({ value: choice, label: words.choice(name, choice) }))}
      allowClear={isNullable(field)}
      showSearch={(field.choices?.length ?? 0) > 7}
      filterOption={isLabelLike}
      placeholder={t('kit.choose')}
    />
  );
}

function FlagInput({ value, onChange, control }: InputProps) {
  return <Switch {...control} checked={Boolean(value)} onChange={(next) => onChange?.(next)} />;
}

function RefInput({ value, onChange, control, field }: InputProps) {
  return (
    <ReferenceSelect
      {...control}
      resource={field.resource ?? ''}
      multiple={field.kind === 'refMany'}
      value={value as string | string[] | null}
      onChange={onChange}
      clearable={isNullable(field)}
      hideArchived
      creates
    />
  );
}

function LevelInput({ name, definition, value, onChange, control, field }: InputProps) {
  const { t } = useTranslation();
  const words = useWords(definition);
  const lowest = field.min ?? 0;
  const highest = field.max ?? 4;
  return (
    <Segmented
      {...control}
      aria-label={words.field(name)}
      // null, not undefined: for undefined the first one looks chosen.
      value={(value ?? null) as number}
      onChange={(next) => onChange?.(next)}
      options={Array.from({ length: highest - lowest + 1 }, (_, index) => ({
        value: lowest + index,
        label: lowest + index,
        title: t(`kit.level.names.${lowest + index}`),
      }))}
    />
  );
}

/** The browser's own, which every keyboard and screen reader knows; it has no word for "none". */
function ColorInput({ value, onChange, control, field }: InputProps) {
  const { t } = useTranslation();
  const chosen = text(value);
  return (
    <span className="kit-color-input sg-row sg-gap-8">
      <input
        {...control}
        type="color"
        data-empty={!chosen}
        value={chosen || '#808080'}
        onChange={(event) => onChange?.(event.target.value)}
      />
      {chosen ? <code dir="ltr">{chosen.toUpperCase()}</code> : <span className="sg-soft">{t('kit.color.none')}</span>}
      {chosen && isNullable(field) && !control.disabled && (
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
  phone: PhoneInput,
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
  markdown: MarkdownInput,
  color: ColorInput,
};

/** How a field is typed, by its kind or by the resource's own input. Used as the child of a form item, which adds `Control`. */
export function FieldInput({ own, ...props }: Omit<InputProps, 'control'> & Control & { own?: Input | undefined }) {
  const InputComponent = own ?? (props.field.lines ? LongTextInput : INPUTS[props.field.kind]);
  const { id, disabled, value } = props;
  const { 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described } = props;
  // Who goes through an empty form is not told of each field: what is missing is said when it is sent.
  const onBlur = isEmpty(value) && !invalid ? undefined : props.onBlur;
  const told = { 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described };
  const control = { id, disabled, onBlur, ...told };
  return <InputComponent {...props} control={control} />;
}
