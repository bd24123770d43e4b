import { ApiProperty } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import { LAYOUT_CHOICES, LAYOUT_DEFAULTS, type Layout, type LayoutName } from '../../contract/layout';
import { IsNotNull } from '../../common/rest/field-rules';
import { ruleError } from '../../common/errors/field-error';

function partialLayout(): new () => Partial<Layout> {
  class Options {}
  for (const [name, choices] of Object.entries(LAYOUT_CHOICES) as [LayoutName, readonly string[]][]) {
    ApiProperty({ enum: choices, required: false, default: LAYOUT_DEFAULTS[name] })(Options.prototype, name);
    IsIn([...choices], ruleError('choice', `Choose one of: ${choices.join(', ')}.`, { choices: [...choices] }))(
      Options.prototype,
      name,
    );
    IsNotNull()(Options.prototype, name);
  }
  return Options;
}

/** Any subset of the theme customizer's options. */
export class LayoutBody extends partialLayout() {}
