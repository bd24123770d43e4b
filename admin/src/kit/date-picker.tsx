import { useState } from 'react';
import { DatePicker as AntDatePicker, type DatePickerProps } from 'antd';

/**
 * antd's, but Escape closes only the calendar: antd lets the key through, and the dialog around it would close as well,
 * with everything that was typed.
 */
export function DatePicker(props: DatePickerProps) {
  const [open, setOpen] = useState(false);
  return (
    <AntDatePicker
      {...props}
      open={open}
      onOpenChange={setOpen}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && open) event.stopPropagation();
      }}
    />
  );
}
