import { Button, Form, Input as AntInput, Segmented, Select, Switch } from 'antd';
import { DatePicker } from '@/components/date-picker';
import { dayjs, instantAt, wallClock } from '@/components/dates';
import { DigitsInput } from '@/components/digits-input';
import { useTranslation } from 'react-i18next';
import { currencyDigits, majorUnits, minorUnits } from '@contract/currency';
import type { FieldKind } from '@contract/fields';
import { isNullable } from '@contract/resource';
import { matchesLabel } from '@/components/text-normalization';
import { isEmpty, isInstant } from './form-rules';
import { useAccount } from '../crud-context';
import { useSelectControl } from '../list/use-select-control';
import { WritePreview } from '@/components/markdown/write-preview';
import type { ControlProps, Input, InputProps } from '../resource-module';
import { NumberInput } from '@/components/number-input';
import { ReferenceSelect } from './reference-select';
import { useResourceLabels } from '@/components/resource-labels';
import './inputs.css';

const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

function TextInput({ value, onChange, control, field }: InputProps) {
  return (
    <AntInput
      {...control}
      value={toText(value)}
      onChange={(event) => onChange?.(event.target.value)}
      autoComplete="off"
      maxLength={field.max === undefined ? undefined : field.max + 50}
    />
  );
}

/** Emails and URLs run left to right in every language. */
const typedInput = (type: 'email' | 'url'): Input =>
  function TypedInput({ value, onChange, control }: InputProps) {
    return (
      <AntInput
        {...control}
        type={type}
        dir="ltr"
        value={toText(value)}
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
      value={toText(value)}
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
      value={toText(value)}
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
    <WritePreview source={toText(props.value)}>
      <LongTextInput {...props} />
    </WritePreview>
  );
}

function IntegerInput({ value, onChange, control, field }: InputProps) {
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

/** Entered in major units of the form's currency, stored in minor units. */
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

function DayInput({ value, onChange, control: { onBlur: validate, ...control } }: InputProps) {
  return (
    <DatePicker
      {...control}
      style={{ inlineSize: 200 }}
      value={value ? dayjs(String(value)) : null}
      // Blur comes before the change: validate again.
      onChange={(next) => {
        onChange?.(next ? next.format('YYYY-MM-DD') : null);
        validate?.();
      }}
    />
  );
}

/** In the customer's time zone, like all instants. */
function InstantInput({ value, onChange, control: { onBlur: validate, ...control } }: InputProps) {
  const { time_zone } = useAccount();
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
        validate?.();
      }}
      showNow={false}
    />
  );
}

function ChoiceInput({ name, value, onChange, control, field, definition }: InputProps) {
  const { t } = useTranslation();
  const labels = useResourceLabels(definition);
  const selectControl = useSelectControl(control);
  return (
    <Select
      {...selectControl}
      value={value as string | null}
      onChange={(next) => onChange?.(next ?? null)}
      options={(field.choices ?? []).map((choice) => ({ value: choice, label: labels.choice(name, choice) }))}
      allowClear={isNullable(field)}
      showSearch={(field.choices?.length ?? 0) > 7}
      filterOption={matchesLabel}
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
  const labels = useResourceLabels(definition);
  const lowest = field.min ?? 0;
  const highest = field.max ?? 4;
  return (
    <Segmented
      {...control}
      aria-label={labels.field(name)}
      // null: antd selects the first option for undefined.
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

/** The native colour input; it cannot be empty, hence the remove button. */
function ColorInput({ value, onChange, control, field }: InputProps) {
  const { t } = useTranslation();
  const chosen = toText(value);
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
  email: typedInput('email'),
  phone: PhoneInput,
  url: typedInput('url'),
  whole: IntegerInput,
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

/** The input of a field, by its kind or the resource's own. Child of a form item, which adds `ControlProps`. */
export function FieldInput({
  customInput,
  ...props
}: Omit<InputProps, 'control'> & ControlProps & { customInput?: Input | undefined }) {
  const InputComponent = customInput ?? (props.field.lines ? LongTextInput : INPUTS[props.field.kind]);
  const { id, disabled, value } = props;
  const { 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described } = props;
  // Empty fields are not validated on blur, only on submit.
  const onBlur = isEmpty(value) && !invalid ? undefined : props.onBlur;
  const ariaProps = { 'aria-required': required, 'aria-invalid': invalid, 'aria-describedby': described };
  const control = { id, disabled, onBlur, ...ariaProps };
  return <InputComponent {...props} control={control} />;
}
