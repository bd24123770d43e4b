import {
  useEffect,
  useRef,
  useState,
  type ComponentRef,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { CloseCircleFilled } from '@ant-design/icons';
import { DatePicker as AntDatePicker, type DatePickerProps, type FormRule } from 'antd';
import type { RangePickerProps } from 'antd/es/date-picker';
import english from 'antd/es/date-picker/locale/en_US';
import useLocale from 'antd/es/locale/useLocale';
import { useTranslation } from 'react-i18next';
import { dayToBeginWith, isMoved, isNextPart } from './calendar-keys';
import { DAY_FORMAT, dayjs, INSTANT_FORMATS, parseTypedDay } from './dates';
import { formatDay } from './format';
import './date-picker.css';

const isDay = (day: unknown): day is dayjs.Dayjs => dayjs.isDayjs(day) && day.isValid();
const UNREADABLE = dayjs('');

/**
 * antd's DatePicker with an accessible calendar (`useCalendar`) that reads days as people type them. Text that is not a day
 * stays in the field, and `onChange` gets an invalid day: `useReadableDay` is the rule of its form item.
 */
export function DatePicker({ value, onChange, ...props }: DatePickerProps) {
  const formats = props.showTime ? INSTANT_FORMATS : [DAY_FORMAT];
  const last = useRef(value);
  if (!dayjs.isDayjs(value) || value.isValid()) last.current = value;
  const calendar = useCalendar({ ...props, chosen: [last.current].flat() });
  const { minDate, maxDate } = props;
  const typed = useTypedDay(formats, (day) => {
    const isOutside = day && ((minDate && day.isBefore(minDate, 'day')) || (maxDate && day.isAfter(maxDate, 'day')));
    if (!isOutside) onChange?.(day as dayjs.Dayjs, '');
  });
  const change: DatePickerProps['onChange'] = (...chosen) => {
    typed.forget();
    onChange?.(...chosen);
  };
  return (
    <span className="kit-day-field" {...typed.handlers}>
      <AntDatePicker
        format={formats}
        {...props}
        {...typed.inputProps}
        value={last.current}
        onChange={change}
        {...calendar}
      />
      {typed.note(!props['aria-invalid'])}
    </span>
  );
}

/** From a day to a day. */
export function RangePicker({ onChange, ...props }: RangePickerProps) {
  const calendar = useCalendar({ ...props, chosen: props.value ?? [] });
  const [from = null, to = null] = props.value ?? [];
  const typed = useTypedDay([DAY_FORMAT], (day, { isSecond, isReadByAntd }) => {
    if (day?.isValid() && !isReadByAntd) onChange?.(isSecond ? [from, day] : [day, to], ['', '']);
  });
  const change: RangePickerProps['onChange'] = (...chosen) => {
    typed.forget();
    onChange?.(...chosen);
  };
  // antd's own separator says "to" in every language.
  return (
    <span className="kit-day-field" {...typed.handlers}>
      <AntDatePicker.RangePicker
        format={[DAY_FORMAT]}
        separator={<span aria-hidden="true">–</span>}
        {...props}
        {...typed.inputProps}
        onChange={change}
        {...calendar}
      />
      {typed.note(true)}
    </span>
  );
}

/** Rule for the form item of a `DatePicker`: refuses text that is not a day. */
export function useReadableDay(): FormRule {
  const { t } = useTranslation();
  return {
    validator: (_, day: unknown) =>
      dayjs.isDayjs(day) && !day.isValid()
        ? Promise.reject(new Error(t('field_errors.day_unclear')))
        : Promise.resolve(),
  };
}

interface Calendar extends Pick<DatePickerProps, 'allowClear' | 'minDate'> {
  readonly chosen: readonly unknown[];
}

/**
 * Follows the text typed into a picker: shows its day below, and passes it on when the input loses the focus, since antd
 * drops it when the click is on an element that takes no focus.
 * @param formats formats that antd reads @param leave gets the day; invalid: not readable; null: emptied
 */
function useTypedDay(
  formats: string[],
  leave: (day: dayjs.Dayjs | null, of: { isSecond: boolean; isReadByAntd: boolean }) => void,
) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const byFormat = dayjs(text, formats, true);
  const byParser = formats[0] === DAY_FORMAT && parseTypedDay(text);
  const day = byFormat.isValid() ? byFormat : byParser ? dayjs(byParser) : null;
  const isUnreadable = text.trim() !== '' && !day;
  const onInput = ({ target }: FormEvent) => {
    if (!isInput(target)) return;
    setText(target.value);
    setLeft(false);
    if (isUnreadable && wasLeft && target.value === '') leave(null, { isSecond: false, isReadByAntd: false });
  };
  const onBlur = ({ target, currentTarget }: FocusEvent) => {
    if (!isInput(target) || text.trim() === '') return;
    setLeft(true);
    if (day) setText('');
    const isSecond = currentTarget.querySelector('input') !== target;
    leave(day ?? UNREADABLE, { isSecond, isReadByAntd: byFormat.isValid() });
  };
  // Escape gives up what was typed.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setText('');
  };
  return {
    handlers: { onInput, onBlur, onKeyDown },
    inputProps: { preserveInvalidOnBlur: isUnreadable, ...(isUnreadable && wasLeft && { status: 'error' as const }) },
    /** A day was chosen. */
    forget: () => setText(''),
    note: (saysErrors: boolean) =>
      day ? (
        <span className="sg-small sg-soft" role="status">
          {formatDay(day.format('YYYY-MM-DD'), i18n.language, 'long')}
        </span>
      ) : isUnreadable && wasLeft && saysErrors ? (
        <span className="sg-small sg-error" role="alert">
          {t('field_errors.day_unclear')}
        </span>
      ) : null,
  };
}

/** Events of the calendar come here as well. */
const isInput = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.closest('.ant-picker-input') !== null;

/**
 * The calendar as a dialog with a name, its arrows called by what they do now, each day, month, year, hour and minute a button,
 * and so is Today; a day says its date. Arrow down goes from the field into it, the arrows from day to day, Page up and down
 * through the months, Tab from the days to the clock and to what stands below, and behind the last of them back to the field;
 * Escape leaves the calendar and not the dialog around it, which antd would close with everything that was typed.
 */
function useCalendar({ chosen, allowClear, minDate }: Calendar) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  /** Days, months or years. */
  const [mode, setMode] = useState('date');
  /** What is chosen in it and waits for OK. */
  const [picked, setPicked] = useState<readonly unknown[] | null>(null);
  const [locale] = useLocale('DatePicker', english);
  const field = useRef<ComponentRef<typeof AntDatePicker.RangePicker>>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    // After it has closed: a field that takes the focus before keeps it open.
    if (!open && wasInside.current) field.current?.focus();
    wasInside.current = false;
  }, [open]);
  useEffect(() => {
    // The button that led here has gone, and with it the focus: the keys would not be heard.
    if (open && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [open, mode]);

  const far = /year|decade/.test(mode);
  const change = (next: boolean) => {
    wasInside.current = !next && (panel.current?.contains(document.activeElement) ?? false);
    setOpen(next);
    setPicked(null);
    // antd begins with the days again, and does not tell.
    if (next) setMode('date');
  };
  const fieldKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && open) event.stopPropagation();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (open) dayToBeginWith(panel.current)?.focus();
    else change(true);
  };
  const panelKeys = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab' && isNextPart(event.currentTarget, event.shiftKey)) {
      event.stopPropagation();
      event.preventDefault();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      event.preventDefault();
      change(false);
    } else if (isMoved(event.currentTarget, event.key, i18n.dir() === 'rtl')) event.preventDefault();
  };
  // antd's is a link that leads nowhere, which no key reaches; it takes the click of what stands in it.
  const footButton = (words: string | undefined) =>
    (
      <button type="button" tabIndex={-1} className="kit-unit">
        {words}
      </button>
    ) as unknown as string;
  const days = picked ?? chosen;
  const isChosen = (one: dayjs.Dayjs, unit: dayjs.OpUnitType) =>
    days.some((day) => isDay(day) && day.isSame(one, unit));
  return {
    ref: field,
    open,
    onOpenChange: change,
    onPanelChange: (_: unknown, modes: unknown) => setMode(String(modes)),
    onCalendarChange: (next: unknown) => setPicked([next].flat()),
    onKeyDown: fieldKeys,
    allowClear: allowClear !== false && { clearIcon: <CloseCircleFilled aria-label={t('kit.calendar.clear')} /> },
    locale: {
      ...locale,
      lang: {
        ...locale.lang,
        today: footButton(locale.lang.today),
        now: footButton(locale.lang.now),
        previousMonth: t('kit.calendar.previous_month'),
        nextMonth: t('kit.calendar.next_month'),
        previousYear: t(far ? 'kit.calendar.earlier_years' : 'kit.calendar.previous_year'),
        nextYear: t(far ? 'kit.calendar.later_years' : 'kit.calendar.next_year'),
      },
    },
    panelRender: (drawn: ReactNode) => (
      <div
        ref={panel}
        role="dialog"
        aria-label={t('kit.calendar.choose')}
        tabIndex={-1}
        style={{ outline: 'none' }}
        onKeyDown={panelKeys}
      >
        {drawn}
      </div>
    ),
    cellRender: (cell: unknown, { type, subType, today, originNode }: CellFacts) => {
      const { className, children } = originNode.props as { className?: string; children?: ReactNode };
      if (isDay(cell))
        return (
          <button
            type="button"
            tabIndex={-1}
            className="ant-picker-cell-inner kit-day"
            aria-label={type === 'date' ? formatDay(cell.format('YYYY-MM-DD'), i18n.language, 'long') : undefined}
            aria-current={isDay(today) && cell.isSame(today, unitOf(type)) ? 'date' : undefined}
            aria-pressed={isChosen(cell, unitOf(type))}
            aria-disabled={minDate ? cell.isBefore(minDate, unitOf(type)) : undefined}
          >
            {children}
          </button>
        );
      if (subType !== 'hour' && subType !== 'minute') return originNode;
      return (
        <button
          type="button"
          tabIndex={-1}
          className={`${className} kit-unit`}
          aria-label={t(`kit.calendar.${subType}`, { value: children })}
          aria-pressed={days.some((day) => isDay(day) && day[subType]() === cell)}
        >
          {children}
        </button>
      );
    },
  };
}

const unitOf = (type: string): dayjs.OpUnitType => (type === 'month' || type === 'year' ? type : 'day');

interface CellFacts {
  readonly type: string;
  /** Of a clock: hour or minute. */
  readonly subType?: string;
  readonly today: unknown;
  readonly originNode: ReactElement;
}
