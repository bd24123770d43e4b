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
import { findInitialDay, handleCalendarKey, focusNextPart } from './calendar-keys';
import { DAY_FORMAT, dayjs, INSTANT_FORMATS, parseTypedDay } from './dates';
import { formatDay } from './format';
import './date-picker.css';

const isDay = (day: unknown): day is dayjs.Dayjs => dayjs.isDayjs(day) && day.isValid();
const UNREADABLE = dayjs('');

/**
 * antd's DatePicker with an accessible calendar (`useCalendar`); reads days as people type them. Text that is not a day
 * stays in the field and `onChange` gets an invalid day: use `useReadableDay` as rule of the form item.
 */
export function DatePicker({ value, onChange, ...props }: DatePickerProps) {
  const formats = props.showTime ? INSTANT_FORMATS : [DAY_FORMAT];
  const last = useRef(value);
  if (!dayjs.isDayjs(value) || value.isValid()) last.current = value;
  const calendar = useCalendar({ ...props, chosen: [last.current].flat() });
  const { minDate, maxDate } = props;
  const typedDay = useTypedDay(formats, (day) => {
    const isOutside = day && ((minDate && day.isBefore(minDate, 'day')) || (maxDate && day.isAfter(maxDate, 'day')));
    if (!isOutside) onChange?.(day as dayjs.Dayjs, '');
  });
  const handleChange: DatePickerProps['onChange'] = (...chosen) => {
    typedDay.reset();
    onChange?.(...chosen);
  };
  return (
    <span className="kit-day-field" {...typedDay.handlers}>
      <AntDatePicker
        format={formats}
        {...props}
        {...typedDay.inputProps}
        value={last.current}
        onChange={handleChange}
        {...calendar}
      />
      {typedDay.renderNote(!props['aria-invalid'])}
    </span>
  );
}

/** Picker for a range of days. */
export function RangePicker({ onChange, ...props }: RangePickerProps) {
  const calendar = useCalendar({ ...props, chosen: props.value ?? [] });
  const [from = null, to = null] = props.value ?? [];
  const typedDay = useTypedDay([DAY_FORMAT], (day, { isSecond, isReadByAntd }) => {
    if (day?.isValid() && !isReadByAntd) onChange?.(isSecond ? [from, day] : [day, to], ['', '']);
  });
  const handleChange: RangePickerProps['onChange'] = (...chosen) => {
    typedDay.reset();
    onChange?.(...chosen);
  };
  // antd's separator has the English label "to" in every language.
  return (
    <span className="kit-day-field" {...typedDay.handlers}>
      <AntDatePicker.RangePicker
        format={[DAY_FORMAT]}
        separator={<span aria-hidden="true">–</span>}
        {...props}
        {...typedDay.inputProps}
        onChange={handleChange}
        {...calendar}
      />
      {typedDay.renderNote(true)}
    </span>
  );
}

/** Rule for the form item of a `DatePicker`: rejects text that is not a day. */
export function useReadableDay(): FormRule {
  const { t } = useTranslation();
  return {
    validator: (_, day: unknown) =>
      dayjs.isDayjs(day) && !day.isValid()
        ? Promise.reject(new Error(t('field_errors.day_unclear')))
        : Promise.resolve(),
  };
}

interface CalendarOptions extends Pick<DatePickerProps, 'allowClear' | 'minDate'> {
  readonly chosen: readonly unknown[];
}

/**
 * Follows typed text: shows the recognised day below and reports it on blur, because antd may drop it.
 * @param formats formats that antd reads
 * @param onLeave gets the day; an invalid day if not readable; null if emptied
 */
function useTypedDay(
  formats: string[],
  onLeave: (day: dayjs.Dayjs | null, details: { isSecond: boolean; isReadByAntd: boolean }) => void,
) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  const [hasBlurred, setHasBlurred] = useState(false);
  const byFormat = dayjs(text, formats, true);
  const byParser = formats[0] === DAY_FORMAT && parseTypedDay(text);
  const day = byFormat.isValid() ? byFormat : byParser ? dayjs(byParser) : null;
  const isUnreadable = text.trim() !== '' && !day;
  const onInput = ({ target }: FormEvent) => {
    if (!isInput(target)) return;
    setText(target.value);
    setHasBlurred(false);
    if (isUnreadable && hasBlurred && target.value === '') onLeave(null, { isSecond: false, isReadByAntd: false });
  };
  const onBlur = ({ target, currentTarget }: FocusEvent) => {
    if (!isInput(target) || text.trim() === '') return;
    setHasBlurred(true);
    if (day) setText('');
    const isSecond = currentTarget.querySelector('input') !== target;
    onLeave(day ?? UNREADABLE, { isSecond, isReadByAntd: byFormat.isValid() });
  };
  // Escape discards the typed text.
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') setText('');
  };
  return {
    handlers: { onInput, onBlur, onKeyDown },
    inputProps: {
      preserveInvalidOnBlur: isUnreadable,
      ...(isUnreadable && hasBlurred && { status: 'error' as const }),
    },
    /** Call when a day was picked. */
    reset: () => setText(''),
    renderNote: (showsError: boolean) =>
      day ? (
        <span className="sg-small sg-soft" role="status">
          {formatDay(day.format('YYYY-MM-DD'), i18n.language, 'long')}
        </span>
      ) : isUnreadable && hasBlurred && showsError ? (
        <span className="sg-small sg-error" role="alert">
          {t('field_errors.day_unclear')}
        </span>
      ) : null,
  };
}

/** The calendar's events bubble to the same handlers. */
const isInput = (target: EventTarget): target is HTMLInputElement =>
  target instanceof HTMLInputElement && target.closest('.ant-picker-input') !== null;

/**
 * An accessible calendar: a labelled dialog whose cells are buttons with full dates as labels.
 * Keys: Arrow Down opens it from the field, arrows move between days, Page Up and Down between months, Tab from the
 * days to the clock and the footer, and after the last part back to the field. Escape closes the calendar only, not the
 * dialog around it.
 */
function useCalendar({ chosen, allowClear, minDate }: CalendarOptions) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState(false);
  /** Panel of antd's picker: date, month or year. */
  const [mode, setMode] = useState('date');
  /** Picked in the open calendar, before OK. */
  const [pickedDays, setPickedDays] = useState<readonly unknown[] | null>(null);
  const [locale] = useLocale('DatePicker', english);
  const field = useRef<ComponentRef<typeof AntDatePicker.RangePicker>>(null);
  const panel = useRef<HTMLDivElement>(null);
  const wasInside = useRef(false);
  useEffect(() => {
    // After closing: a field that gets the focus earlier keeps the calendar open.
    if (!open && wasInside.current) field.current?.focus();
    wasInside.current = false;
  }, [open]);
  useEffect(() => {
    // Switching the panel removed the focused button; without focus the panel gets no key events.
    if (open && document.activeElement === document.body) panel.current?.focus({ preventScroll: true });
  }, [open, mode]);

  const isYearView = /year|decade/.test(mode);
  const handleOpenChange = (next: boolean) => {
    wasInside.current = !next && (panel.current?.contains(document.activeElement) ?? false);
    setOpen(next);
    setPickedDays(null);
    // antd resets the panel to days without an event.
    if (next) setMode('date');
  };
  const handleFieldKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape' && open) event.stopPropagation();
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    if (open) findInitialDay(panel.current)?.focus();
    else handleOpenChange(true);
  };
  const handlePanelKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab' && focusNextPart(event.currentTarget, event.shiftKey)) {
      event.stopPropagation();
      event.preventDefault();
    } else if (event.key === 'Escape' || event.key === 'Tab') {
      event.stopPropagation();
      event.preventDefault();
      handleOpenChange(false);
    } else if (handleCalendarKey(event.currentTarget, event.key, i18n.dir() === 'rtl')) event.preventDefault();
  };
  // antd renders a link without href, which cannot get the focus; it handles the click of its content.
  const footerButton = (label: string | undefined) =>
    (
      <button type="button" tabIndex={-1} className="kit-unit">
        {label}
      </button>
    ) as unknown as string;
  const days = pickedDays ?? chosen;
  const isChosen = (one: dayjs.Dayjs, unit: dayjs.OpUnitType) =>
    days.some((day) => isDay(day) && day.isSame(one, unit));
  return {
    ref: field,
    open,
    onOpenChange: handleOpenChange,
    onPanelChange: (_: unknown, modes: unknown) => setMode(String(modes)),
    onCalendarChange: (next: unknown) => setPickedDays([next].flat()),
    onKeyDown: handleFieldKeyDown,
    allowClear: allowClear !== false && { clearIcon: <CloseCircleFilled aria-label={t('kit.calendar.clear')} /> },
    locale: {
      ...locale,
      lang: {
        ...locale.lang,
        today: footerButton(locale.lang.today),
        now: footerButton(locale.lang.now),
        previousMonth: t('kit.calendar.previous_month'),
        nextMonth: t('kit.calendar.next_month'),
        previousYear: t(isYearView ? 'kit.calendar.earlier_years' : 'kit.calendar.previous_year'),
        nextYear: t(isYearView ? 'kit.calendar.later_years' : 'kit.calendar.next_year'),
      },
    },
    panelRender: (panelNode: ReactNode) => (
      <div
        ref={panel}
        role="dialog"
        aria-label={t('kit.calendar.choose')}
        tabIndex={-1}
        style={{ outline: 'none' }}
        onKeyDown={handlePanelKeyDown}
      >
        {panelNode}
      </div>
    ),
    cellRender: (cell: unknown, { type, subType, today, originNode }: CellInfo) => {
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

interface CellInfo {
  readonly type: string;
  /** Clock cells only: hour or minute. */
  readonly subType?: string;
  readonly today: unknown;
  readonly originNode: ReactElement;
}
