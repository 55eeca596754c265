rootProject.name = "meter"
