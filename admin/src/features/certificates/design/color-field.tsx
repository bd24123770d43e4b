import { ColorPicker, Input } from 'antd';

export const COLOR = /^#[0-9a-f]{6}$/i;

/** A colour as it is written, which any keyboard can; and beside it to be picked. Id, value and change are the form's. */
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
        value={COLOR.test(value) ? value : null}
        onChange={(color) => onChange?.(color.toHexString())}
      />
    </div>
  );
}
