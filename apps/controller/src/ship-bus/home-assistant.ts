import { type FigureLabels, type ShipFigures, shipFigureNames } from './ship-figures.ts'

export type Topics = {
  state: string
  availability: string
  discovery: (component: string, name: string) => string
}

/** `id` is the controller's; anything that a topic cannot hold becomes a dash. */
export function topicsFor(
  id: string,
  { baseTopic, discoveryPrefix }: { baseTopic: string; discoveryPrefix: string },
): Topics {
  const node = id.replaceAll(/[^\w-]/g, '-')
  return {
    state: `${baseTopic}/${node}/state`,
    availability: `${baseTopic}/${node}/availability`,
    discovery: (component, name) => `${discoveryPrefix}/${component}/shipminer-${node}/${name}/config`,
  }
}

/** What is published as the state; unknown is null. */
export function stateText(figures: ShipFigures): string {
  const { alarms, ...rest } = figures
  return JSON.stringify({
    ...rest,
    needsSomebody: alarms.length > 0 ? 'ON' : 'OFF',
    alarms: alarms.map(({ message }) => message),
  })
}

/** After this long without news Home Assistant shows every figure as unavailable, s. */
const expireAfterSeconds = 30

/** The entities of the box for Home Assistant's discovery: topic and retained text of each. */
export function discoveryMessages(
  id: string,
  version: string,
  topics: Topics,
  labels: FigureLabels,
): { topic: string; text: string }[] {
  const entity = (component: string, name: string, label: string, more: object) => ({
    topic: topics.discovery(component, name),
    text: JSON.stringify({
      name: label,
      unique_id: `shipminer-${id}-${name}`,
      object_id: `shipminer_${name}`,
      state_topic: topics.state,
      availability_topic: topics.availability,
      expire_after: expireAfterSeconds,
      value_template: `{{ value_json.${name} }}`,
      device: {
        identifiers: [`shipminer-${id}`],
        name: 'Shipminer',
        manufacturer: 'Shipminer',
        model: 'Controller',
        sw_version: version,
      },
      origin: { name: 'Shipminer', sw_version: version },
      ...more,
    }),
  })
  return [
    ...shipFigureNames.map((name) =>
      entity('sensor', name, labels[name], {
        device_class: 'power',
        unit_of_measurement: 'W',
        state_class: 'measurement',
      }),
    ),
    entity('sensor', 'stateText', labels.state, {}),
    entity('sensor', 'minersAsleep', labels.minersAsleep, { state_class: 'measurement' }),
    entity('binary_sensor', 'needsSomebody', labels.needsSomebody, {
      device_class: 'problem',
      json_attributes_topic: topics.state,
      json_attributes_template: '{{ {"alarms": value_json.alarms} | tojson }}',
    }),
  ]
}
