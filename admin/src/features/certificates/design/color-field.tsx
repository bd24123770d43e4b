import { ColorPicker, Input } from 'antd';

export const COLOR_PATTERN = /^#[0-9a-f]{6}$/i;

/** Colour as hex text, usable by keyboard, with a picker. `Form.Item` passes id, value and onChange. */
export function ColorField(props: { id?: string; value?: string; onChange?: (value: string) => void }) {
  const { id, value = '', onChange } = props;
  return (
    <div className="sg-row sg-gap-8">
      <Input
        {...(id && { id })}
        dir="ltr"
        value={value}
        maxLength={7}
        spellCheck={false}
        style={{ inlineSize: 120 }}
        onChange={(event) => onChange?.(event.target.value)}
      />
      <ColorPicker
        disabledAlpha
        format="hex"
        value={COLOR_PATTERN.test(value) ? value : null}
        onChange={(color) => onChange?.(color.toHexString())}
      />
    </div>
  );
}
