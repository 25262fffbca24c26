/** Tables of sizes, each for a category or `category/subcategory`. */
export const sizeGuides = [
  {
    name: 'Sizes of juttis and slides',
    note: 'Measure your foot in the evening, from the heel to the longest toe, and choose the next larger size. Leather gives by half a size as it softens.',
    groups: ['leather-juttis/juttis', 'leather-juttis/slides'],
    rows: [
      ['UK', 'EU', 'Foot in cm', 'Foot in inches'],
      ['3', '36', '22.5', '8.9'],
      ['4', '37', '23.2', '9.1'],
      ['5', '38', '23.9', '9.4'],
      ['6', '39', '24.6', '9.7'],
      ['7', '41', '25.6', '10.1'],
      ['8', '42', '26.4', '10.4'],
    ],
  },
  {
    name: 'Sizes of bangles',
    note: 'Press thumb and little finger together and measure around the widest part of your hand.',
    groups: ['silver-jewellery/bangles'],
    rows: [
      ['Size', 'Diameter in cm', 'Around the hand in cm'],
      ['2.4', '5.7', '17.9'],
      ['2.6', '6.0', '18.9'],
      ['2.8', '6.4', '19.9'],
    ],
  },
  {
    name: 'Sizes of rings',
    note: 'Wrap a strip of paper around the finger, mark where it meets, and measure its length. Between two sizes, choose the larger one.',
    groups: ['silver-jewellery/rings'],
    rows: [
      ['Size', 'Inner diameter in mm', 'Around the finger in mm'],
      ['12', '16.5', '52'],
      ['14', '17.2', '54'],
      ['16', '17.8', '56'],
    ],
  },
];
