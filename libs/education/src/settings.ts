import { Injectable } from '@nestjs/common';
import { Configurations, ModuleService, configurationOf, setting, type ConfigurationOf } from '@usaha/core';

/** What a tenant sets in `configuration.education` of the module. Unless it does, nothing is forbidden. */
export const educationConfiguration = configurationOf('education', {
  /** Whether a teacher, room or student in two classes at one time is refused. */
  prevent_timetable_clashes: setting.flag(false),
});

export type EducationConfiguration = ConfigurationOf<typeof educationConfiguration>;

/** The tenant's settings of education. */
@Injectable()
export class EducationConfigurations extends Configurations<EducationConfiguration> {
  constructor(modules: ModuleService) {
    super(modules, educationConfiguration);
  }
}
